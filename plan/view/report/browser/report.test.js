// What the report does in a real browser, from disk and without a network. The Go test beside this folder makes the pages and runs it:
//   node --test report.test.js, with WEFT_PAGES and WEFT_CHROMIUM set.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const file = (name) => join(process.env.WEFT_PAGES, name + '.html');

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.WEFT_CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
});
after(() => browser.close());

// open shows a page. Whatever it asks the network for, or complains about, ends up in its list of troubles.
async function open(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const troubles = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('dialog', (dialog) => { troubles.push('a dialog: ' + dialog.message()); dialog.dismiss(); });
  page.on('request', (request) => request.url().startsWith('file:') || troubles.push('a request for ' + request.url()));
  await page.goto(pathToFileURL(file(name)).href);
  return { page, troubles, close: () => context.close() };
}

// shown counts the entries that can be seen.
const shown = (page) => page.locator('[data-entry]:not([hidden])').count();
const openAll = (page) => page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));

test('opens from disk without a network and without complaints', async () => {
  const { page, troubles, close } = await open('sample');
  await page.waitForTimeout(100);
  assert.deepEqual(troubles, []);
  assert.match(await page.title(), /3 of 6 switches change/);
  assert.deepEqual(await page.evaluate(() => performance.getEntriesByType('resource').map((r) => r.name)), []);
  await close();
});

test('the verdict comes first', async () => {
  const { page, close } = await open('sample');
  assert.equal(await page.locator('main').locator('h1, h2, h3').first().textContent(), '3 of 6 switches change');
  for (const words of ['recarve', 'DSCP 32 turns lossy', '1 finding gets worse']) {
    const box = await page.locator('.verdict').getByText(words).first().boundingBox();
    assert.ok(box && box.y + box.height < 900, `${words} is on the first screen`);
  }
  await close();
});

test('search narrows, names the switches and announces it', async () => {
  const { page, troubles, close } = await open('sample');
  const every = await shown(page);
  await page.getByLabel('Search').fill('leaf2');
  const found = page.getByRole('status');
  await found.filter({ hasText: '1 switch matches' }).waitFor();
  assert.ok(await shown(page) < every);
  assert.match(await found.textContent(), new RegExp(`^${await shown(page)} of ${every} entries; 1 switch matches$`));
  assert.equal(await page.locator('#changes .hits:visible').first().textContent(), 'Matches: leaf2');
  assert.equal(await page.locator('#changes .entry:visible').count(), 1);
  await page.getByLabel('Search').fill('no such thing');
  await found.filter({ hasText: `0 of ${every} entries` }).waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.waitForFunction(() => document.getElementById('found').textContent === '');
  assert.equal(await shown(page), every);
  assert.deepEqual(troubles, []);
  await close();
});

test('filters by class and by severity', async () => {
  const { page, close } = await open('sample');
  await page.getByLabel('Class', { exact: true }).selectOption('storage');
  assert.deepEqual(await page.locator('#changes .entry:visible .title').allTextContents(), ['spine1']);
  assert.equal(await page.locator('#classes .entry:visible').count(), 1);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.waitForFunction(() => document.getElementById('found').textContent === '');
  await page.getByLabel('Severity').selectOption('worse');
  assert.deepEqual(await page.locator('#changes .entry:visible .title').allTextContents(), ['spine1']);
  assert.deepEqual(await page.locator('.findings tbody tr:visible th code').allTextContents(), ['C101']);
  await page.getByLabel('Severity').selectOption('stopped');
  assert.equal(await page.locator('.stop:visible').count(), 2);
  assert.equal(await page.locator('#changes .entry:visible').count(), 0);
  await close();
});

test('search finds ports inside ranges, words anywhere, and the details', async () => {
  const { page, troubles, close } = await open('sample');
  const finds = async (text) => {
    await page.getByLabel('Search').fill(text);
    await page.waitForTimeout(250);
    return page.locator('[data-entry]:not([hidden])').evaluateAll((all) => all.map((e) => e.textContent.replace(/\s+/g, ' ')));
  };
  const changes = () => page.locator('#changes .entry:visible .title').allTextContents();
  await finds('Ethernet1/7'); // of the leaves, which have 1 to 8; the spine has 1 to 4
  assert.deepEqual(await changes(), ['leaf1-2']);
  await finds('Ethernet1/4');
  assert.deepEqual(await changes(), ['spine1', 'leaf1-2']);
  assert.equal((await finds('Ethernet1/9')).length, 0);
  await finds('leaf2 lossless');
  assert.deepEqual(await changes(), ['leaf1-2']);
  await finds('lossy spine1');
  assert.deepEqual(await changes(), ['spine1']);
  assert.equal((await finds('leaf2 lossy nowhere')).length, 0);
  const kept = await finds('OLD already');
  assert.equal(kept.length, 1);
  assert.match(kept[0], /policy-map type qos OLD already does this/);
  assert.ok((await finds('nxos.again')).some((text) => /does the line replace/i.test(text)));
  assert.ok(await page.locator('#rest li:visible').count() > 0);
  assert.deepEqual(troubles, []);
  await close();
});

test('search reads what is there in a compressed form', async () => {
  const { page, troubles, close } = await open('different');
  assert.ok(await page.locator('.packed').count() > 100);
  await page.getByLabel('Search').fill('1898039 queue'); // a line of leaf1899 alone, far down
  await page.locator('#found').filter({ hasText: /^1 of / }).waitFor({ timeout: 30_000 });
  assert.deepEqual(await page.locator('#changes .entry:visible .title').allTextContents(), ['leaf1899']);
  assert.deepEqual(troubles, []);
  await close();
});

test('the severity filter has those of checks', async () => {
  const { page, close } = await open('sample');
  const codes = () => page.locator('.findings tbody tr:visible th code').allTextContents();
  for (const [severity, want] of [['error', ['C101', 'C103']], ['warning', ['C102']], ['info', []]]) {
    await page.getByLabel('Severity').selectOption(severity);
    assert.deepEqual(await codes(), want);
    assert.equal(await page.locator('#changes .entry:visible').count(), 0);
  }
  await close();
});

test('all of it works by keyboard, and the focus can be seen', async () => {
  const { page, close } = await open('sample');
  const focused = () => page.evaluate(() => {
    const e = document.activeElement;
    const box = e.getBoundingClientRect();
    return { what: (e.id || e.textContent).trim().slice(0, 40), tag: e.tagName, outline: getComputedStyle(e).outlineStyle, seen: box.width > 0 && box.top < innerHeight && box.bottom > 0 };
  });
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.activeElement.getBoundingClientRect().top >= 0);
  assert.equal((await focused()).what, 'Skip to the verdict');
  await page.keyboard.press('Enter');
  assert.equal((await focused()).what, 'main');
  const stops = [];
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    const stop = await focused();
    if (stop.tag === 'BODY') break;
    assert.ok(stop.outline !== 'none', `the focus on ${stop.what} can be seen`);
    stops.push(stop.what);
  }
  assert.ok(stops.indexOf('q') > 0 && stops.indexOf('q') < stops.indexOf('fv'), `the order is ${stops}`);
  const summary = page.locator('#changes .entry').nth(1).locator('summary').first();
  await summary.focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#changes .entry').nth(1).getAttribute('open'), '');
  await page.getByLabel('Search').focus();
  await page.keyboard.type('spine1');
  await page.getByRole('status').filter({ hasText: '1 switch matches' }).waitFor();
  await close();
});

test('entries open, all at once too', async () => {
  const { page, close } = await open('sample');
  const lines = page.locator('#changes .entry').nth(1).locator('pre').first();
  assert.equal(await lines.isVisible(), false);
  await page.getByRole('button', { name: 'Open all' }).click();
  await page.locator('#changes .entry').nth(1).getByText('Configuration, ').click();
  assert.ok(await lines.isVisible());
  assert.match(await lines.textContent(), /- .*minimum-threshold 153600 bytes\n\+ .*minimum-threshold 972800 bytes/);
  await page.getByRole('button', { name: 'Close all' }).click();
  assert.equal(await page.locator('details.entry[open]').count(), 0);
  await close();
});

test('no text of a configuration becomes markup', async () => {
  const { page, troubles, close } = await open('hostile');
  await openAll(page);
  await page.getByLabel('Search').fill('<script>');
  await page.getByRole('status').filter({ hasText: 'entries' }).waitFor();
  await page.mouse.move(300, 300);
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.equal(await page.locator('img').count(), 0);
  assert.equal(await page.locator('script').count(), 2);
  assert.equal(await page.locator('[onerror], [onfocus], [autofocus]').count(), 0);
  assert.match(await page.locator('#changes pre').first().textContent(), /<script>window\.pwned=1<\/script>/);
  assert.deepEqual(troubles, []);
  await close();
});

for (const [colorScheme, width] of [['light', 1280], ['dark', 375]]) {
  test(`nothing stands in the way of a reader: ${colorScheme}, ${width} pixels`, async () => {
    const { page, close } = await open('sample', { colorScheme, viewport: { width, height: 900 } });
    await openAll(page);
    await page.evaluate(axe);
    const { violations, passes } = await page.evaluate(() => axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }));
    assert.deepEqual(violations.map((v) => [v.id, v.nodes.map((n) => n.target.join(' ') + ': ' + n.failureSummary)]), []);
    assert.ok(passes.some((p) => p.id === 'color-contrast'), 'contrast was looked at');
    await close();
  });
}

test('light and dark differ', async () => {
  const grounds = [];
  for (const colorScheme of ['light', 'dark']) {
    const { page, close } = await open('sample', { colorScheme });
    grounds.push(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
    await close();
  }
  assert.notEqual(grounds[0], grounds[1]);
});

test('pictures have names, tables have headers, parts have landmarks', async () => {
  const { page, close } = await open('sample');
  const picture = page.getByRole('img', { name: /The fabric/ });
  assert.equal(await picture.count(), 1);
  assert.match(await picture.locator('desc').textContent(), /leaf4 \(leaf · 8 hosts\): refused/);
  for (const role of ['banner', 'navigation', 'main', 'search', 'contentinfo']) {
    assert.equal(await page.getByRole(role).count(), 1, role);
  }
  assert.deepEqual(await page.getByRole('table', { name: 'Gets worse' }).getByRole('columnheader').allTextContents(), ['Severity', 'Rule', 'Finding']);
  await close();
});

test('what is printed is open, with scripts and without', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, close } = await open('sample', { javaScriptEnabled });
    await page.emulateMedia({ media: 'print' });
    for (const pre of await page.locator('#changes pre').all()) {
      const box = await pre.boundingBox();
      assert.ok(box && box.height > 10, 'lines and commands are printed');
    }
    assert.equal(await page.locator('.filter').isVisible(), false);
    assert.equal(await page.locator('nav').isVisible(), false);
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g).length;
    assert.ok(pages >= 3 && pages < 20, `${pages} pages are printed`);
    await close();
  }
});

test('without scripts everything is there', async () => {
  const { page, close } = await open('sample', { javaScriptEnabled: false });
  assert.match(await page.locator('body').innerText(), /Search and filters need scripts/);
  assert.equal(await page.locator('.filter').isVisible(), false);
  const entry = page.locator('#changes .entry').nth(1);
  await entry.locator('summary').first().click();
  await entry.getByText('3 commands').last().click();
  assert.ok(await entry.getByText('service-policy type network-qos WEFT-nodrop').isVisible());
  await close();
});

test('nothing is wider than a phone', async () => {
  for (const name of ['sample', 'large', 'hostile']) {
    for (const width of [375, 320]) {
      const { page, close } = await open(name, { viewport: { width, height: 700 } });
      await openAll(page);
      const wide = await page.evaluate((w) => [...document.querySelectorAll('main *, header *, footer *')].filter((e) => !e.closest('.scroll, svg, .vh') && e.getBoundingClientRect().right > w + 1).map((e) => e.tagName + '.' + e.className), width);
      assert.deepEqual(wide, [], `${name} at ${width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width, `${name} at ${width}`);
      await close();
    }
  }
});

test('2,000 switches stay usable', async () => {
  for (const [name, bytes, elements] of [['large', 500_000, 5_000], ['different', 10_000_000, 120_000]]) {
    const size = statSync(file(name)).size;
    assert.ok(size < bytes, `${name} takes ${size} bytes`);
    const begun = performance.now();
    const { page, troubles, close } = await open(name);
    const opened = performance.now() - begun;
    const count = await page.evaluate(() => document.querySelectorAll('*').length);
    assert.ok(count < elements, `${name} has ${count} elements`);
    await page.getByLabel('Search').fill('leaf1234');
    await page.getByRole('status').filter({ hasText: '1 switch matches' }).waitFor();
    const entry = page.locator('#changes .entry:visible');
    assert.equal(await entry.count(), 1);
    if (await entry.getAttribute('open') === null) await entry.locator('summary').first().click();
    await entry.getByText(/Configuration, \d+ lines/).waitFor();
    console.log(`2,000 switches, ${name}: ${(size / 1e6).toFixed(2)} MB, ${count} elements, open after ${opened.toFixed(0)} ms`);
    assert.deepEqual(troubles, []);
    await close();
  }
});
