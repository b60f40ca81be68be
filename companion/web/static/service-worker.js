// Keeps copies of what the server says may be kept (the header X-Offline), and shows them where it does not answer.
// The server puts SETTINGS before this script. Copies of pages belong to one owner, whose mark is in their cache's name.
"use strict";
const NAME = `companion ${new URL(self.registration.scope).pathname} `;
const FILES = `${NAME}${SETTINGS.version} files`;
const OWN = `${NAME}${SETTINGS.version} own `;
const PAGES = new RegExp(SETTINGS.pages.join("|"));
const PICTURES = new RegExp(SETTINGS.pictures.join("|"));
const LOOSE = { ignoreVary: true };
const NEEDS = /<(?:img|script)\b[^>]*? src="([^"]+)"|<link rel="stylesheet" href="([^"]+)"/g;
// Answers that say that a page is not there, or is not this browser's; others, such as "please wait", say nothing of it.
const GONE = [200, 403, 404];
// What was asked before this moment is not kept: it may be of the owner before.
let since = 0;
let line = Promise.resolve();

// One change of the copies after another.
const inLine = (work) => (line = line.then(work, work));
const now = () => performance.now();
const bare = (address) => address.split(/[?#]/)[0];
const isPage = (url) => PAGES.test(url.pathname) && !url.search;
const plain = (address) => address.split("#")[0];

function verdict(answer) {
  const [what, mark] = (answer.headers.get("X-Offline") || "").split(" ");
  return { what, mark };
}

self.addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const files = await caches.open(FILES);
  await files.addAll(SETTINGS.files.map((address) => new Request(address, { cache: "reload" })));
  // Without cookies: this page is the same for everybody.
  await files.add(new Request(SETTINGS.noCopy, { cache: "reload", credentials: "omit" }));
  await self.skipWaiting();
}

self.addEventListener("activate", (event) => event.waitUntil(activate()));

// A new release begins with no copies, and fetches the pages that the one before had.
async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== FILES && !name.startsWith(OWN));
  const pages = [];
  for (const name of old) {
    const cache = await caches.open(name);
    for (const { address } of name.endsWith(" files") ? [] : await pagesOf(cache)) pages.push(address);
    await caches.delete(name);
  }
  await self.clients.claim();
  fetchAgain(pages);
}

async function fetchAgain(pages) {
  for (const address of pages) await keep(address).catch(() => false);
}

async function ownName() {
  return (await caches.keys()).find((name) => name.startsWith(OWN));
}

// What is under way ends at once.
function forget() {
  since = now();
  return inLine(empty);
}

async function empty() {
  since = now();
  for (const name of await caches.keys()) if (name.startsWith(NAME) && !name.endsWith(" files")) await caches.delete(name);
}

// The copies of an owner; those of anybody else go.
async function cacheOf(mark) {
  const before = await ownName();
  if (before && before !== OWN + mark) await empty();
  return caches.open(OWN + mark);
}

async function store(cache, address, body, headers, more = {}) {
  const known = new Headers(headers);
  for (const [name, value] of Object.entries({ "X-Kept": Date.now(), "X-Size": body.size, ...more })) known.set(name, value);
  await cache.put(address, new Response(body, { headers: known }));
}

// Keep a page, then what it needs; whether it is kept.
async function takePage(address, answer, began) {
  const body = await answer.blob();
  if (!(await inLine(() => storePage(address, answer, body, began)))) return false;
  const started = now();
  for (const needed of needsOf(await body.text(), address)) {
    if (started < since) return false;
    if (!(await find(needed))) await fetch(needed).then((file) => takeFile(needed, file, started)).catch(() => {});
  }
  await inLine(trim);
  return started >= since;
}

async function storePage(address, answer, body, began) {
  const { what, mark } = verdict(answer);
  if (!mark || began < since) return false;
  const cache = await cacheOf(mark);
  if (what !== "own") {
    if (GONE.includes(answer.status)) await cache.delete(address, LOOSE);
    return false;
  }
  const [, title] = (await body.text()).match(/<title>([^<]*)/) || ["", ""];
  await store(cache, address, body, answer.headers, { "X-Title": encodeURIComponent(title) });
  return true;
}

function needsOf(html, address) {
  const found = [...html.matchAll(NEEDS)].map(([, source, sheet]) => (source || sheet).replaceAll("&amp;", "&"));
  return new Set(found.filter((one) => !one.startsWith("data:")).map((one) => new URL(one, address).href));
}

async function takeFile(address, answer, began) {
  if (answer.status !== 200) return;
  const body = await answer.blob();
  await inLine(() => storeFile(address, answer, body, began));
}

async function storeFile(address, answer, body, began) {
  const { what, mark } = verdict(answer);
  if (began < since) return;
  if (what === "public") await store(await caches.open(FILES), bare(address), body, answer.headers);
  if (what === "own" && (await ownName()) === OWN + mark) await store(await caches.open(OWN + mark), address, body, answer.headers);
}

async function findOwn(address) {
  const name = await ownName();
  return name && (await caches.open(name)).match(address, LOOSE);
}

async function find(address) {
  return (await findOwn(address)) || (await caches.open(FILES)).match(bare(address), LOOSE);
}

// Pages have a title, pictures have none.
const isTitled = (entry) => entry.title !== null;
const sizeOf = (entries) => entries.reduce((sum, entry) => sum + entry.size, 0);

async function entriesOf(cache) {
  const [keys, answers] = [await cache.keys(), await cache.matchAll()];
  return answers.map((answer, index) => ({
    address: keys[index].url,
    title: answer.headers.get("X-Title"),
    kept: Number(answer.headers.get("X-Kept")),
    size: Number(answer.headers.get("X-Size")),
  }));
}

async function pagesOf(cache) {
  return (await entriesOf(cache)).filter(isTitled);
}

// The oldest pages go, with the pictures that no other page shows.
async function trim() {
  const name = await ownName();
  if (!name) return;
  const cache = await caches.open(name);
  let entries = await entriesOf(cache);
  const isOver = () => entries.filter(isTitled).length > SETTINGS.mostPages || sizeOf(entries) > SETTINGS.mostBytes;
  while (isOver()) {
    const pages = entries.filter(isTitled).sort((one, other) => one.kept - other.kept);
    if (pages.length < 2) return;
    await cache.delete(pages[0].address, LOOSE);
    const needed = new Set();
    for (const { address } of pages.slice(1)) {
      for (const one of needsOf(await (await cache.match(address, LOOSE)).text(), address)) needed.add(one);
    }
    for (const entry of entries) if (!isTitled(entry) && !needed.has(entry.address)) await cache.delete(entry.address, LOOSE);
    entries = await entriesOf(cache);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === "POST" && SETTINGS.emptying.includes(url.pathname)) event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    // What may take long goes past: through a worker no server learns that nobody waits any more.
    if (!navigator.onLine || isPage(url)) event.respondWith(answerPage(event));
  } else if (request.destination && PICTURES.test(url.pathname)) event.respondWith(answerFile(event));
});

// Ask the server; what may be kept is taken on the way.
function ask(event, take) {
  const [address, began] = [plain(event.request.url), now()];
  const asked = fetch(event.request).then((answer) => {
    if (verdict(answer).what) {
      const copy = answer.clone();
      event.waitUntil(take(address, copy, began));
    }
    return answer;
  });
  event.waitUntil(asked.catch(() => {}));
  return asked;
}

// The server's answer; "none" where it cannot be reached, "slow" where it does not answer in time. Whoever loads a page
// anew wants the server's, and waits longer.
function within(asked, request) {
  const most = SETTINGS.patience * (request.isReloadNavigation ? 6 : 1);
  const patience = new Promise((resolve) => setTimeout(resolve, most, "slow"));
  return Promise.race([asked.catch(() => "none"), patience]);
}

async function answerPage(event) {
  const asked = ask(event, takePage);
  const answer = await within(asked, event.request);
  if (answer instanceof Response) return answer;
  const copy = await findOwn(plain(event.request.url));
  if (copy) return showCopy(copy, answer);
  return asked.catch(noCopy);
}

async function answerFile(event) {
  const asked = ask(event, takeChangedFile);
  const answer = await within(asked, event.request);
  return answer instanceof Response ? answer : (await find(event.request.url)) || asked;
}

async function takeChangedFile(address, answer, began) {
  const kept = await find(address);
  if (!kept || kept.headers.get("ETag") !== answer.headers.get("ETag")) await takeFile(address, answer, began);
}

async function noCopy() {
  const page = await (await caches.open(FILES)).match(SETTINGS.noCopy, LOOSE);
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
}

// A copy says at the top from when it is; messages that its page once had are left out.
async function showCopy(copy, why) {
  const kept = new Date(Number(copy.headers.get("X-Kept")));
  const time = kept.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const day = kept.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
  const cause = why === "slow" ? "The server does not answer" : "No connection";
  const words = `<strong>${cause}: this is the copy of ${time} on ${day}.</strong> Buttons need the server.`;
  const bar = `<p class="copy-bar" id="copy" role="status" data-copy="${why}"><span>${words}</span> <a href="">Try again</a></p>`;
  const html = (await copy.text()).replace(/<p class="said" role="status">[^<]*<\/p>/g, "");
  return new Response(html.replace('<header class="top">', `${bar}<header class="top">`), { headers: copy.headers });
}

async function keep(address) {
  if (!isPage(new URL(address))) return false;
  const began = now();
  const answer = await fetch(address, { cache: "no-store" });
  return !answer.redirected && takePage(address, answer, began);
}

async function list() {
  const own = await ownName();
  const entries = own ? await entriesOf(await caches.open(own)) : [];
  return { pages: entries.filter(isTitled), size: sizeOf(entries) };
}

const WORK = { keep, list, empty: forget, belong: (mark) => inLine(() => cacheOf(mark)).then(() => true) };
self.addEventListener("message", (event) => {
  const { work, about } = event.data;
  const reply = (value) => event.ports[0]?.postMessage(value);
  event.waitUntil(WORK[work](about).then(reply, () => reply(null)));
});
