// Search and filters, and the bodies of far-down entries, which are on the page in a compressed form.
(() => {
  'use strict';
  const index = JSON.parse(document.getElementById('index').textContent);
  const form = document.querySelector('.filter');
  const found = document.getElementById('found');
  const query = document.getElementById('q');
  const byClass = document.getElementById('fc');
  const bySeverity = document.getElementById('fv');
  const entries = [...document.querySelectorAll('[data-entry]')];

  // The names of a set, which is kept as spans of numbers.
  const namesOf = (set) => {
    const names = [];
    for (let i = 0; i < set.length; i += 2) {
      for (let n = 0; n < set[i + 1]; n++) names.push(index.names[set[i] + n]);
    }
    return names;
  };
  const sets = index.sets.map(namesOf);

  // The words of an entry are read when somebody first searches.
  const words = new Map();
  const has = (entry, text) => {
    if (!words.has(entry)) words.set(entry, entry.textContent.toLowerCase());
    return words.get(entry).includes(text);
  };

  const hitsOf = (entry, text) => (text ? sets[entry.dataset.set].filter((name) => name.toLowerCase().includes(text)) : []);

  const shows = (entry, text, hits) =>
    (!text || hits.length > 0 || has(entry, text)) &&
    (!byClass || !byClass.value || entry.dataset.c.includes('|' + byClass.value + '|')) &&
    (!bySeverity.value || entry.dataset.v === bySeverity.value);

  const say = (entry, hits) => {
    const place = entry.querySelector('.hits');
    if (!place) return;
    place.hidden = hits.length === 0;
    const more = hits.length > 20 ? ` and ${hits.length - 20} more` : '';
    place.textContent = hits.length ? 'Matches: ' + hits.slice(0, 20).join(', ') + more : '';
  };

  const narrow = () => {
    const text = query.value.trim().toLowerCase();
    const switches = new Set();
    let shown = 0;
    for (const entry of entries) {
      const hits = hitsOf(entry, text);
      entry.hidden = !shows(entry, text, hits);
      say(entry, entry.hidden ? [] : hits);
      if (!entry.hidden) {
        shown++;
        hits.forEach((name) => switches.add(name));
      }
    }
    const idle = !text && !(byClass && byClass.value) && !bySeverity.value;
    for (const holder of document.querySelectorAll('.holder')) {
      holder.hidden = !holder.querySelector('[data-entry]:not([hidden])');
      if (!idle && !holder.hidden) holder.open = true;
    }
    const some = switches.size ? `; ${switches.size} ${switches.size === 1 ? 'switch matches' : 'switches match'}` : '';
    found.textContent = idle ? '' : `${shown} of ${entries.length} entries${some}`;
  };

  // What is typed is looked for when the typing pauses.
  let pause = 0;
  query.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(narrow, 120);
  });
  form.addEventListener('change', narrow);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(narrow));
  form.hidden = false;

  const packs = new Map();
  const unpack = async (number) => {
    const text = document.getElementById('pack' + number).textContent;
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const holder = document.createElement('template');
    holder.innerHTML = await new Response(stream).text();
    return holder.content;
  };
  const fill = async (place) => {
    const number = place.dataset.pack;
    if (!packs.has(number)) packs.set(number, unpack(number));
    const content = await packs.get(number);
    const body = content.querySelector(`[data-body="${place.dataset.for}"]`);
    if (body && place.isConnected) place.replaceWith(body.cloneNode(true));
  };
  document.addEventListener('toggle', (event) => {
    const place = event.target.open && event.target.querySelector('.packed');
    if (place) fill(place).catch((error) => { place.textContent = 'This browser cannot open it (' + error.message + '); it is in the plan file.'; });
  }, true);

  const all = document.getElementById('all');
  all.addEventListener('click', () => {
    const open = all.textContent === 'Open all';
    document.querySelectorAll('details.entry').forEach((d) => { if (!d.hidden) d.open = open; });
    all.textContent = open ? 'Close all' : 'Open all';
  });

  // A link to an entry opens it.
  const visit = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener('hashchange', visit);
  visit();

  let opened = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('details:not([open])')];
    opened.forEach((d) => { d.open = true; });
  });
  addEventListener('afterprint', () => opened.forEach((d) => { d.open = false; }));
})();
