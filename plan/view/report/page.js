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

  // What a part of the page says: all of it, and with its pieces apart, since names end where a piece ends.
  const textOf = (node) => {
    const pieces = [];
    for (const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT); walk.nextNode();) pieces.push(walk.currentNode.data);
    return { text: node.textContent.toLowerCase(), apart: pieces.join(' ').toLowerCase() };
  };

  // What an entry says is read when somebody first searches, and so is what is told of it in a compressed form.
  const said = new Map();
  const packedText = new Map();
  const says = (entry) => {
    if (!said.has(entry)) {
      const here = textOf(entry);
      const packed = packedText.get(entry.id) || { text: '', apart: '' };
      said.set(entry, { text: here.text + ' ' + packed.text, ranges: rangesIn(here.apart + ' ' + packed.apart) });
    }
    return said.get(entry);
  };

  // The ranges of names in a text: of "ethernet1/1-30,33" from 1 to 30 and from 33 to 33, by "ethernet1/".
  const rangesIn = (text) => {
    const ranges = new Map();
    for (const token of text.split(/[\s;:()]+/)) {
      let stem = '';
      for (const name of token.split(',')) {
        const range = /^(.*?)(\d+)-(\d+)(?:\/(\d+))?\.?$/.exec(name) || /^(.*?)(\d+)\.?$/.exec(name);
        if (!range) continue;
        stem = range[1] || stem;
        if (!ranges.has(stem)) ranges.set(stem, new Map());
        ranges.get(stem).set(name, [+range[2], +(range[3] || range[2]), +(range[4] || 1)]);
      }
    }
    return ranges;
  };

  // inRange tells whether a name, or the end of one from its last letter or slash on, is in a range of the entry.
  const inRange = (entry, word) => {
    const name = /^(.*\D)(\d+)$/.exec(word);
    if (!name) return false;
    for (const [stem, ranges] of says(entry).ranges) {
      if (!stem.endsWith(name[1])) continue;
      for (const [first, last, step] of ranges.values()) {
        if (+name[2] >= first && +name[2] <= last && (name[2] - first) % step === 0) return true;
      }
    }
    return false;
  };

  const wordsOf = () => query.value.trim().toLowerCase().split(/\s+/).filter((word) => word);
  const named = (entry, word) => sets[entry.dataset.set].filter((name) => name.toLowerCase().includes(word));
  const hitsOf = (entry, words) => [...new Set(words.flatMap((word) => named(entry, word)))];

  // Every word is somewhere in an entry: in a name of its switches, in what it says, or in a range.
  const shows = (entry, words) =>
    words.every((word) => says(entry).text.includes(word) || named(entry, word).length > 0 || inRange(entry, word)) &&
    (!byClass || !byClass.value || entry.dataset.c.includes('|' + byClass.value + '|')) &&
    (!bySeverity.value || entry.dataset.v === bySeverity.value || entry.dataset.s === bySeverity.value);

  const say = (entry, hits) => {
    const place = entry.querySelector('.hits');
    if (!place) return;
    place.hidden = hits.length === 0;
    const more = hits.length > 20 ? ` and ${hits.length - 20} more` : '';
    place.textContent = hits.length ? 'Matches: ' + hits.slice(0, 20).join(', ') + more : '';
  };

  const narrow = () => {
    const words = wordsOf();
    const switches = new Set();
    let shown = 0;
    for (const entry of entries) {
      const hits = hitsOf(entry, words);
      entry.hidden = !shows(entry, words);
      say(entry, entry.hidden ? [] : hits);
      if (!entry.hidden) {
        shown++;
        hits.forEach((name) => switches.add(name));
      }
    }
    const idle = !words.length && !(byClass && byClass.value) && !bySeverity.value;
    for (const holder of document.querySelectorAll('.holder')) {
      holder.hidden = !holder.querySelector('[data-entry]:not([hidden])');
      if (!idle && !holder.hidden) holder.open = true;
    }
    const some = switches.size ? `; ${switches.size} ${switches.size === 1 ? 'switch matches' : 'switches match'}` : '';
    found.textContent = idle ? '' : `${shown} of ${entries.length} entries${some}`;
  };

  // A first search opens what is there in a compressed form. A browser that cannot searches the rest.
  const search = () => {
    narrow();
    if (!query.value.trim() || packedText.size > 0) return;
    readPacks().then(narrow, () => {});
  };
  const readPacks = async () => {
    for (const place of document.querySelectorAll('.packed')) {
      const content = await opened(place.dataset.pack);
      const body = content.querySelector(`[data-body="${place.dataset.for}"]`);
      if (body) packedText.set(place.dataset.for, textOf(body));
    }
    said.clear();
  };

  // What is typed is looked for when the typing pauses.
  let pause = 0;
  query.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(search, 120);
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
  const opened = (number) => {
    if (!packs.has(number)) packs.set(number, unpack(number));
    return packs.get(number);
  };
  const fill = async (place) => {
    const content = await opened(place.dataset.pack);
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

  let unfolded = [];
  addEventListener('beforeprint', () => {
    unfolded = [...document.querySelectorAll('details:not([open])')];
    unfolded.forEach((d) => { d.open = true; });
  });
  addEventListener('afterprint', () => unfolded.forEach((d) => { d.open = false; }));
})();
