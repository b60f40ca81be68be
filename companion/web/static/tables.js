// A table on a phone: it follows the game, sends what is chosen, and lets the board be tapped. Without scripts every form
// sends itself, and the page is loaded again to see what the others did.
(() => {
  "use strict";

  // The phone's own number for the dice; this works on plain http too.
  const drawn = document.querySelector("form[data-number-drawn] [name=number]");
  if (drawn && window.crypto?.getRandomValues) {
    drawn.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  const table = document.querySelector("[data-table]");
  if (!table || !window.fetch) return;
  const announced = document.getElementById("tb-announced");
  const POLL = 4000;
  // A server without streams ends each one at once after its first word; the browser asks again by itself.
  const AT_ONCE = 500;
  const OFFERED = 2;
  const SIDE = 6;
  const SHORTEST = 9;
  const LONGEST = 24;
  const LEAST_SEEN = 120;
  const shown = () => Number(table.querySelector("[data-number]")?.dataset.number ?? 0);
  let newest = shown();
  let busy = false;
  let picks = [];

  function say(words, state) {
    const mark = table.querySelector("[data-live]");
    if (!mark) return;
    mark.textContent = words;
    mark.dataset.live = state;
  }
  let live = ["", ""];
  function connected(words, state) {
    live = [words, state];
    say(words, state);
  }

  // What is open, typed and focused stays so when a newer table takes the place of the old one; what went wrong with one's
  // own act stays said until the next one (`isAnswer`); it `isChosen` among what may be done.
  function swap(html, isAnswer = false, isChosen = false) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const fresh = page.querySelector(".tb");
    if (!fresh) { location.reload(); return; }
    const before = new Map([...table.querySelectorAll("[id]")].map((old) => [old.id, old.textContent]));
    const open = new Map([...table.querySelectorAll("details[id]")].map((fold) => [fold.id, fold.open]));
    const kept = [...table.querySelectorAll("[data-keep]")].filter((field) => (field.type === "radio" ? field.checked : field.value !== field.defaultValue));
    const focused = place(document.activeElement);
    const asked = table.querySelector("#tb-act h2")?.textContent;
    const said = isAnswer ? null : table.querySelector(".tb-trouble");
    const at = window.scrollY;
    // The same table may come twice, by the stream and as the answer to an act: what was new still is. It also comes with a hint.
    const isSame = Number(fresh.dataset.number) === shown();
    const stillNew = new Set(sending ? [...table.querySelectorAll(".is-new")].map((one) => one.id) : []);
    table.replaceChildren(document.adoptNode(fresh));
    if (said && !table.querySelector(".tb-trouble")) table.querySelector("#tb-turn")?.after(said);
    for (const [id, was] of open) {
      const fold = document.getElementById(id);
      if (fold?.matches("details")) fold.open = was;
    }
    for (const old of kept) {
      const field = document.getElementById(old.id);
      // Faces belong to one throw: they stay while the same one is asked for.
      if (field && (old.id !== "next-faces" || asked === table.querySelector("#tb-act h2")?.textContent)) field.value = old.value;
      if (field?.type === "radio") field.checked = true;
    }
    for (const now of table.querySelectorAll(".tb-board [id], .tb-log [id]")) {
      const was = before.get(now.id);
      const isNew = was !== now.textContent && (was !== undefined || now.closest(".tb-log"));
      if (isSame ? stillNew.has(now.id) : isNew) now.classList.add("is-new");
    }
    newest = Math.max(newest, shown());
    say(...live);
    prepare();
    // Where the new table is so much shorter that the phone is left below it, it goes back to the top: where something
    // was chosen, as soon as most of what is seen is below it.
    const least = isChosen ? window.innerHeight * 0.75 : LEAST_SEEN;
    if (window.scrollY < at && !(table.querySelector(".tb-body")?.getBoundingClientRect().bottom > least)) window.scrollTo({ top: 0, behavior: "instant" });
    teach();
    tell();
    offer();
    askLater();
    table.dispatchEvent(new CustomEvent("tb-swapped"));
    // At the end, for what is folded away takes no focus, and what is folded away later loses it.
    if (document.activeElement === document.body) focused?.()?.focus({ preventScroll: true });
  }

  // Where the keyboard was, as a search in a newer table: the same element, the same place on the board, or, where what
  // was pressed is gone, the first thing that may be done now.
  function place(active) {
    if (!active || !table.contains(active)) return null;
    const pick = active.dataset.pick, id = active.id === "tb-turn" ? "" : active.id;
    const isAct = !!active.closest("#tb-act, #tb-turn"), fold = active.closest("details[id]")?.id;
    return () => {
      const same = (id && document.getElementById(id)) || (pick && table.querySelector(`[data-pick="${CSS.escape(pick)}"]`));
      if (same) return same;
      if (!isAct && fold) return document.getElementById(fold)?.querySelector("summary");
      const next = [...table.querySelectorAll("#tb-act :is(button, a, input:not([type=hidden]), summary)")];
      return next.find((one) => one.checkVisibility({ visibilityProperty: true })) ?? table.querySelector("#tb-turn");
    };
  }

  function tell() {
    const words = (selector) => [...table.querySelectorAll(selector)].map((one) => one.textContent.trim().replace(/\s+/g, " "));
    const said = [...words(".tb-news .is-new"), ...words(".tb-whose strong")].join(" ");
    if (announced.textContent !== said) announced.textContent = said;
  }

  async function refresh() {
    if (busy) return;
    busy = true;
    try {
      const answer = await fetch(`${table.dataset.fragment}?after=${shown()}`, { headers: { "X-Fragment": "1" } });
      if (answer.status === 200) swap(await answer.text());
      else if (answer.status === 404) location.reload();
      else if (answer.status >= 500) trouble("The server could not show the newest table. Nothing is lost: load the page again.");
      if (live[1] === "lost") connected(...(stream?.readyState === EventSource.OPEN ? ["live", "live"] : ["", ""]));
    } catch {
      connected("no connection", "lost");
    } finally {
      busy = false;
    }
    if (newest > shown()) setTimeout(refresh, 250);
  }

  // A seat's stream says only that there is something newer; the phone then asks for it. A spectator's brings it.
  let stream = null;
  let opened = 0;
  function listen() {
    if (!window.EventSource) { setInterval(refresh, POLL); return; }
    stream = new EventSource(table.dataset.events);
    stream.onmessage = (event) => {
      opened = Date.now();
      newest = Math.max(newest, Number(event.data));
      connected("live", "live");
      if (newest > shown()) refresh();
    };
    stream.addEventListener("table", (event) => {
      opened = Date.now();
      connected("live", "live");
      swap(event.data);
    });
    stream.onerror = () => {
      if (Date.now() - opened > AT_ONCE) connected("no connection", "lost");
      if (stream.readyState === EventSource.CLOSED) { stream = null; setTimeout(refresh, POLL); setTimeout(listen, POLL); }
    };
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });
  window.addEventListener("online", () => refresh().then(askAgain));
  window.addEventListener("offline", () => connected("no connection", "lost"));

  // An act is sent once: its key tells the server, also where the answer was lost and it is sent again.
  // What is pressed or tapped meanwhile waits in line for the table that the answer brings. There it is done where the
  // same is still offered; where it is not, those behind it counted on it: none is done, and a sentence names them.
  const CARRIED = new Set(["csrf_token", "key", "after", "shown"]);
  const QUESTIONS = new Set(["answer", "card", "seal"]);
  const UNANSWERED = "The computer’s answer did not come. What you did is stored: let the computer go on when you are back.";
  let sending = null;
  let waiting = [];
  const caption = (button) => button?.getAttribute("aria-label") ?? button?.firstChild.full ?? button?.textContent.trim() ?? "";

  // What a button asks for in its form: `asks` is the same on every table that offers it, `typed` what was filled in.
  function read(form, button) {
    const act = form.elements.act.value;
    const fixed = [...form.querySelectorAll("[type=hidden]")].filter(({ name }) => !CARRIED.has(name));
    const question = QUESTIONS.has(act) ? [...table.querySelectorAll("#tb-act h2, #tb-act h2 + p")].map((words) => words.textContent) : [];
    const asks = JSON.stringify([fixed.map(({ name, value }) => [name, value]), button?.name, button?.value, caption(button), question]);
    const typed = [...new FormData(form)].filter(([name]) => form.elements[name].type !== "hidden");
    // What sets a number on a record means the same on every table: it is sent whatever else has changed.
    const free = "free" in form.dataset ? { form, button } : null;
    return { act, asks, typed, free, words: caption(button) };
  }
  const isSame = (press, other) => press.asks === other.asks && String(press.typed) === String(other.typed);

  function send(form, button) {
    const press = read(form, button);
    if (!sending) post(form, button, press);
    else if (sending.thinking && press.act === "undo") undoNow(press);
    else if (![sending, ...waiting].some((other) => other.asks && isSame(press, other))) waiting.push(press);
  }

  async function post(form, button, press) {
    sending = press;
    const body = new FormData(form);
    for (const name of new Set(press.typed.map(([name]) => name))) body.delete(name);
    for (const [name, value] of press.typed) body.append(name, value);
    if (button?.name) body.append(button.name, button.value);
    if (press.free) for (const name of ["after", "shown"]) if (body.has(name)) body.set(name, shown());
    table.classList.add("is-busy");
    // Where the computer was to answer before this act, and this page has not asked it, another one has.
    const isAnothers = !press.thinking && askedAt !== shown() && !!table.querySelector("[data-goes-on]");
    let isDone = false;
    try {
      const { signal } = press.thinking ?? {};
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "1" }, signal });
      const html = await answer.text();
      if (answer.redirected) location.assign(answer.url);
      else if (answer.ok || answer.status === 409 || answer.status === 422) {
        isDone = answer.ok;
        picks = [];
        if (isDone) empty(press);
        swap(html, true, !!form.closest("#tb-act"));
        const newest = isDone ? [...table.querySelectorAll(".tb-news .tb-entry")].at(-1) : null;
        (table.querySelector(".tb-trouble") ?? newest)?.scrollIntoView({ block: "nearest" });
        table.querySelector("[data-confirm]")?.focus();
      } else trouble(press.thinking ? UNANSWERED : "The server did not take that. Load the page again, then choose again.");
    } catch {
      if (press.thinking?.signal.aborted) return;
      trouble(press.thinking ? UNANSWERED : "No connection: nothing is lost. Press it again when you are back; it counts once.");
    } finally {
      sending = null;
      table.classList.remove("is-busy");
    }
    if (!isDone) drop();
    else if (isAnothers || !askComputers(press.act)) goOn(press.act);
    offer();
    askLater();
  }

  // The computer answers in a request of its own, so that one's own act is stored before it thinks; what is pressed
  // meanwhile waits in line behind it. Where nothing came of that, its button is for a person.
  let askedAt = 0;
  function askComputers(done) {
    const form = table.querySelector("[data-goes-on] form");
    if (!form || sending || askedAt === shown()) return false;
    askedAt = shown();
    const button = form.querySelector("button");
    post(form, button, { ...read(form, button), act: done, thinking: new AbortController() });
    return true;
  }
  // An undo does not wait for the computer: it stops, and what it has done by then is undone with one's own move.
  const STOPS = 300;
  async function undoNow(press) {
    waiting = [press];
    sending.thinking.abort();
    await new Promise((resolve) => setTimeout(resolve, STOPS));
    await refresh();
    askedAt = shown();
    goOn("");
  }
  // The button is for where the computer was asked, and the table is still the same.
  function offer() {
    table.querySelector("[data-goes-on]")?.classList.toggle("is-due", !sending && askedAt === shown());
  }

  // After somebody else's act their phone asks. This one waits a while, and asks where that phone is gone.
  const ANOTHERS = 12000;
  let later = 0;
  function askLater() {
    clearTimeout(later);
    if (!sending && table.querySelector("[data-goes-on]")) later = setTimeout(askComputers, ANOTHERS, "");
  }
  // What was asked without a connection is asked again with one.
  function askAgain() {
    if (table.querySelector("[data-goes-on].is-due")) askedAt = 0;
    askComputers("");
  }

  // The form in which this table offers what was pressed on an older one, with its button.
  function find(press) {
    if (press.free) return press.free;
    for (const form of table.querySelectorAll("[data-act]")) {
      const button = [...form.querySelectorAll("button:not([type=button])")].find((one) => read(form, one).asks === press.asks);
      if (button) return { form, button };
    }
    return null;
  }
  function goOn(done) {
    while (waiting.length && !sending) {
      const [next] = waiting;
      if (next.tapped) tap(next.tapped);
      else {
        // An answer to the question that was just answered is none to another one in the same words.
        const found = QUESTIONS.has(done) && QUESTIONS.has(next.act) ? null : find(next);
        if (!found) { drop(); return; }
        post(found.form, found.button, next);
      }
      waiting.shift();
    }
  }
  function drop() {
    const names = waiting.filter((press) => press.asks).map((press) => `“${press.words}”`);
    waiting = [];
    if (!names.length) return;
    const before = table.querySelector(".tb-trouble")?.textContent ?? "The table is not as it was when you pressed.";
    trouble(`${before} Not sent: ${names.join(", ")}. Choose again.`);
  }
  // What was sent from a field is no longer waiting in it to be sent.
  function empty(press) {
    const form = press.typed.length ? find(press)?.form : null;
    for (const [name, value] of press.typed) {
      const field = form?.elements[name];
      if (field?.matches?.("[data-keep]") && field.value === value) field.value = field.defaultValue;
    }
  }
  function trouble(words) {
    table.querySelector(".tb-trouble")?.remove();
    const said = document.createElement("p");
    said.className = "tb-trouble";
    said.setAttribute("role", "alert");
    said.textContent = words;
    table.querySelector("#tb-turn").after(said);
    said.scrollIntoView({ block: "nearest" });
  }
  // On a phone what the computer did scrolls by itself: why it did that comes into view where it is asked for.
  table.addEventListener("toggle", ({ target }) => {
    if (target.matches(".tb-since[open]") && target.scrollHeight > target.clientHeight) target.scrollTop = target.querySelector("summary").offsetHeight;
  }, true);
  // A hint comes into the table that is shown; without scripts its link loads the page.
  table.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-hint-link]");
    if (!link || sending) return;
    event.preventDefault();
    table.classList.add("is-busy");
    try {
      const answer = await fetch(link.href, { headers: { "X-Fragment": "1" } });
      if (answer.ok || answer.status === 422) swap(await answer.text(), true);
      else trouble("The server could not give a hint now: try again in a moment.");
    } catch {
      trouble("No connection: press it again when you are back.");
    } finally {
      table.classList.remove("is-busy");
    }
    document.getElementById("tb-advice")?.focus();
  });

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-act]")) return;
    event.preventDefault();
    send(event.target, event.submitter ?? event.target.querySelector("button:not([type=button])"));
  });
  table.addEventListener("tb-send", ({ detail }) => send(detail.form, detail.button));

  // The board: tap a piece, then a place. Which taps make a move, the moves themselves say.
  const moves = () => [...table.querySelectorAll("[data-moves] [data-move]")].map((button) => ({ button, ...JSON.parse(button.value) }));
  const ends = (move) => Object.values(move.values).map((value) => String(Array.isArray(value) ? value.at(-1) : value));
  const fits = (move, chosen) => chosen.every((pick) => ends(move).includes(pick));

  function prepare() {
    const form = table.querySelector("[data-moves]");
    const board = table.querySelector("[data-board]");
    if (form && board) fold(form, board);
    picks = picks.filter((pick) => moves().some((move) => fits(move, [pick])));
    mark();
    for (const split of table.querySelectorAll("[data-split]")) prepareSplit(split);
  }

  // On a phone the moves that the board is tapped for are behind a button, so that it stays in view; the first ones of
  // those that the board names stand there all the same.
  let listed = false;
  function fold(form, board) {
    const parts = new Set([...board.querySelectorAll("[data-pick]")].map((part) => part.dataset.pick));
    const tapped = moves().filter((move) => ends(move).some((end) => parts.has(end)));
    const offered = tapped.filter((move) => move.name === board.dataset.offer).slice(0, OFFERED);
    for (const move of tapped) move.button.classList.toggle("is-tapped", !offered.includes(move));
    for (const fold of form.querySelectorAll("details")) if (fold.querySelector("[data-move]:not(.is-tapped)")) fold.open = true;
    form.classList.toggle("is-board", tapped.length > 0);
    const list = table.querySelector("[data-list]");
    list.hidden = tapped.length <= offered.length;
    const show = () => { form.classList.toggle("is-listed", listed); list.setAttribute("aria-expanded", String(listed)); };
    list.onclick = () => { listed = !listed; show(); };
    show();
  }

  function mark() {
    const left = moves().filter((move) => fits(move, picks));
    for (const part of table.querySelectorAll("[data-pick]")) {
      const is = picks.includes(part.dataset.pick);
      const may = !is && left.some((move) => ends(move).includes(part.dataset.pick));
      part.classList.toggle("is-picked", is);
      part.classList.toggle("is-reach", may && picks.length > 0);
      part.classList.toggle("is-open", may && !picks.length);
      part.setAttribute("aria-pressed", String(is));
      const zone = part.closest(".mt-zone");
      if (zone && part.matches(".mt-tap")) {
        zone.classList.toggle("is-reach", may && picks.length > 0);
        zone.classList.toggle("is-picked", is);
      }
    }
    for (const move of moves()) move.button.hidden = picks.length > 0 && !fits(move, picks);
    for (const fold of table.querySelectorAll("[data-moves] details")) {
      fold.hidden = picks.length > 0 && [...fold.querySelectorAll("[data-move]")].every((button) => button.hidden);
      if (picks.length) fold.open = true;
    }
    guide(left);
    sight();
    choose(picks.length && left.length === 1 ? left[0] : null);
  }

  // The line from a piece that was tapped to each target that it may aim at: straight, or around the side where it enters.
  function sight() {
    const board = table.querySelector("[data-board]");
    board?.querySelector(".tb-sight")?.remove();
    const from = board?.querySelector(".is-picked:not([data-aim])");
    const targets = [...(board?.querySelectorAll("[data-aim]:is(.is-reach, .is-picked)") ?? [])];
    if (!from || !targets.length) return;
    const lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    lines.setAttribute("class", "tb-sight");
    const corner = board.getBoundingClientRect();
    const middle = (part) => { const box = part.getBoundingClientRect(); return [box.x + box.width / 2 - corner.x, box.y + box.height / 2 - corner.y]; };
    for (const target of targets) {
      const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
      const [x, y] = middle(from), [toX, toY] = middle(target);
      const sides = (from.dataset.sides ?? "").split(" ");
      const side = sides.includes("left") ? -SIDE : corner.width + SIDE;
      const bend = sides.includes("ahead") && Math.abs(x - toX) < 2 ? [] : [[side, y], [side, toY]];
      line.setAttribute("points", [[x, y], ...bend, [toX, toY]].join(" "));
      lines.append(line);
    }
    board.append(lines);
  }

  // What is left after the taps so far: another tap on the board, or a few moves that differ in one word.
  function guide(left) {
    const form = table.querySelector("[data-moves]");
    const hint = table.querySelector("[data-hint]");
    if (!form) return;
    const parts = new Set([...table.querySelectorAll("[data-board] [data-pick]")].map((part) => part.dataset.pick));
    const further = left.filter((move) => picks.length > 0 && left.length > 1 && ends(move).some((end) => parts.has(end) && !picks.includes(end)));
    const taps = further.length > 0 && further.length === left.length;
    const rest = left.filter((move) => !further.includes(move));
    const short = picks.length > 0 && rest.length > 1 ? shorten(rest) : null;
    form.classList.toggle("is-tapping", taps);
    form.classList.toggle("is-short", !!short);
    form.classList.toggle("is-words", !!short && [...short.words.values()].some((word) => word.length > 3));
    form.classList.toggle("is-four", short?.words.size === 4 && [...short.words.values()].every((word) => word.length <= SHORTEST));
    form.classList.toggle("is-picking", picks.length > 0);
    const waits = new Set(further.map((move) => move.button));
    for (const move of moves()) move.button.classList.toggle("is-further", waits.has(move.button));
    const title = table.querySelector(".is-picked[data-title]")?.dataset.title ?? picks[0];
    hint.hidden = !(form.classList.contains("is-board") && (!picks.length || further.length || short));
    const next = further.length ? `${title}: ${table.querySelector("[data-board]").dataset.next ?? "tap where to"}, or tap it again.` : short ? "" : table.querySelector("[data-board]")?.dataset.first ?? "Tap on the board.";
    hint.textContent = [next, short?.title].filter(Boolean).join(" ");
    for (const move of moves()) {
      const label = move.button.firstChild;
      label.full ??= label.textContent;
      label.textContent = short?.words.get(move.button.value) ?? label.full;
      if (short) move.button.setAttribute("aria-label", label.full);
      else move.button.removeAttribute("aria-label");
    }
  }
  // "Build a level 4 mech …", "Build a level 5 mech …": the first word in which they differ is enough on a button, or all
  // words from there on.
  function shorten(left) {
    const labels = left.map((move) => (move.button.firstChild.full ?? move.button.firstChild.textContent).split(" "));
    const at = labels[0].findIndex((word, n) => labels.some((words) => words[n] !== word));
    if (at < 1) return null;
    const begin = labels[0].slice(0, at);
    const names = (words) => new Map(left.map((move, n) => [move.button.value, words[n]]));
    const one = labels.map((words) => words[at]);
    if (new Set(one).size === one.length && labels.every((words) => words.length === labels[0].length)) {
      const end = labels[0].findIndex((word, n) => n > at && labels.some((words) => words[n] !== word));
      const title = [...begin, "…", ...labels[0].slice(at + 1, end < 0 ? undefined : end)].join(" ").replace(/ for$/, "");
      return { title, words: names(one) };
    }
    const ends = labels.map((words) => words.slice(at).join(" "));
    return new Set(ends).size === ends.length && ends.every((words) => words.length <= LONGEST) ? { title: [...begin, "…"].join(" "), words: names(ends) } : null;
  }

  // A move that is not usual, because it leads to dice or brushes a rule, is asked for once more.
  function choose(move) {
    const panel = table.querySelector("[data-chosen]");
    if (!panel) return;
    panel.hidden = !move;
    table.querySelector("[data-moves]")?.classList.toggle("has-chosen", !!move);
    if (!move) return;
    panel.querySelector("h2").textContent = move.button.firstChild.textContent;
    panel.querySelector("[data-chosen-odds]").textContent = move.button.querySelector(".tb-warning")?.textContent ?? "";
    panel.querySelector("[data-do]").onclick = () => send(move.button.form, move.button);
    panel.querySelector("[data-unpick]").onclick = () => { picks = []; mark(); };
    const ask = panel.querySelector("[data-ask-odds]");
    ask.hidden = !("odds" in move.button.dataset);
    ask.onclick = async () => {
      const answer = await fetch(`${table.dataset.odds}?move=${encodeURIComponent(move.button.value)}`);
      const odds = new DOMParser().parseFromString(await answer.text(), "text/html");
      panel.querySelector("[data-chosen-odds]").replaceChildren(...odds.body.childNodes);
    };
  }

  table.addEventListener("click", (event) => {
    const part = event.target.closest("[data-pick]");
    if (!part || !table.querySelector("[data-moves]")) return;
    // A piece that no move is about stands for its place.
    const place = part.closest("[data-place]")?.dataset.place;
    const tapped = [part.dataset.pick, place].filter((pick) => pick !== undefined);
    if (sending) waiting.push({ tapped });
    else tap(tapped);
  });

  function tap(tapped) {
    const further = tapped.find((pick) => picks.includes(pick) || moves().some((move) => fits(move, [...picks, pick])));
    const alone = tapped.find((pick) => moves().some((move) => fits(move, [pick])));
    if (picks.includes(further)) picks = picks.filter((one) => one !== further);
    else if (further !== undefined) picks = [...picks, further];
    else if (alone !== undefined) picks = [alone];
    else return;
    const left = moves().filter((move) => fits(move, picks));
    const usual = picks.length > 1 && left.length === 1 && !("odds" in left[0].button.dataset) && !left[0].button.querySelector(".tb-warning");
    if (usual) send(left[0].button.form, left[0].button);
    else mark();
  }

  // A split of dice: one row for each target, with − and +; the answers are those that the server offers.
  function prepareSplit(form) {
    const answers = new Map([...form.querySelectorAll("[data-answer]")].map((button) => [button.dataset.answer, button]));
    const usual = form.querySelector(".primary") ?? form.querySelector("[data-answer]");
    const counts = usual.dataset.answer.split(" + ").map(Number);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const targets = [...table.querySelectorAll("[data-target]")];
    const keys = counts.map((_, at) => targets[at]?.dataset.target ?? `target ${at}`);
    const rows = document.createElement("div");
    rows.className = "tb-split";
    const note = document.createElement("p");
    note.className = "tb-split-note";
    note.setAttribute("role", "status");
    const aim = document.createElement("button");
    aim.className = "button primary";
    aim.type = "button";
    const draw = () => {
      rows.querySelectorAll("output").forEach((output, at) => { output.textContent = counts[at]; });
      const left = total - counts.reduce((sum, count) => sum + count, 0);
      rows.querySelectorAll("[data-plus]").forEach((plus) => { plus.disabled = left < 1; });
      rows.querySelectorAll("[data-minus]").forEach((minus, at) => { minus.disabled = counts[at] < 1; });
      const answer = find();
      note.textContent = left ? `${left} more to aim.` : answer?.nextElementSibling?.textContent ?? "";
      aim.disabled = !answer;
      aim.textContent = "Aim like this";
      aim.classList.toggle("is-taught", !!answer && answer.value === table.querySelector("[data-lesson]")?.dataset.answer);
    };
    // Targets that are alike count as one: of the splits between them, the server offers the one with most dice first.
    const find = () => {
      const first = [...counts];
      for (const key of new Set(keys)) {
        const places = keys.flatMap((one, at) => (one === key ? [at] : []));
        const dice = places.map((at) => counts[at]).sort((a, b) => b - a);
        places.forEach((at, n) => { first[at] = dice[n]; });
      }
      return answers.get(counts.join(" + ")) ?? answers.get(first.join(" + "));
    };
    counts.forEach((_, at) => {
      const row = document.createElement("div");
      row.className = "tb-split-row";
      const name = document.createElement("span");
      const title = targets[at]?.dataset.title ?? `Target ${at + 1}`;
      name.append(...(targets[at]?.cloneNode(true).childNodes ?? [title]));
      const minus = step("−", `One less at ${title}`, "minus");
      const plus = step("+", `One more at ${title}`, "plus");
      minus.onclick = () => { counts[at] -= 1; draw(); };
      plus.onclick = () => { counts[at] += 1; draw(); };
      row.append(name, minus, document.createElement("output"), plus);
      rows.append(row);
    });
    aim.onclick = () => send(form, find());
    const all = document.createElement("details");
    all.className = "tb-all-splits";
    const summary = document.createElement("summary");
    summary.textContent = `All ${answers.size} splits`;
    all.append(summary, form.querySelector(".tb-answers"));
    const foot = document.createElement("div");
    foot.className = "tb-split-foot";
    foot.append(aim, all);
    form.append(rows, note, foot);
    draw();
  }
  function step(words, label, kind) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button tb-step";
    button.textContent = words;
    button.setAttribute("aria-label", label);
    button.dataset[kind] = "";
    return button;
  }

  // In a lesson: highlight what the step is about, and the button that does it; again where a part of the page was fetched.
  function teach() {
    highlight();
    table.querySelector("#ls-title")?.focus({ preventScroll: true });
    const lit = table.querySelector("#tb-board :is(.is-looked-at, .is-taught)");
    table.querySelector(".tb:has([data-lesson])")?.classList.toggle("is-on-board", lit !== null);
    lit?.scrollIntoView({ block: "nearest" });
  }
  function highlight() {
    const lesson = table.querySelector("[data-lesson]");
    if (!lesson) return;
    const { look, answer, card } = lesson.dataset;
    const wanted = lesson.dataset.do ? JSON.parse(lesson.dataset.do) : null;
    const isWanted = (button) => {
      if (!wanted) return false;
      const offered = JSON.parse(button.value);
      const names = new Set([...Object.keys(offered.values), ...Object.keys(wanted.values)]);
      return offered.name === wanted.name && [...names].every((name) => JSON.stringify(offered.values[name]) === JSON.stringify(wanted.values[name]));
    };
    const buttons = [...table.querySelectorAll("button[name=move]")].filter(isWanted);
    const answers = [...table.querySelectorAll("button[name=faces], button[name=card]")].filter((one) => one.value === (one.name === "card" ? card : answer));
    for (const button of [...buttons, ...answers, ...recordButtons(wanted), ...actButtons(lesson.dataset.kind)]) {
      button.classList.add("is-taught");
      button.closest("details:not(.tb-all-splits)")?.setAttribute("open", "");
      bringIntoList(button);
    }
    const target = wanted?.name === "attack" ? [wanted.values.target] : [];
    for (const name of [...(look ? look.split(" ") : []), ...target]) {
      const quoted = CSS.escape(name);
      for (const part of table.querySelectorAll(`[data-unit="${quoted}"], [data-place="${quoted}"], [data-pick="${quoted}"], #${quoted}`)) part.classList.add("is-looked-at");
    }
  }
  // What may be done is a list that scrolls by itself on a phone.
  function bringIntoList(button) {
    const list = button.closest("#tb-act");
    if (list) list.scrollTop += Math.max(0, button.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom);
  }
  // On record sheets: the circle that activates a unit, and the attack among those of the two units.
  function recordButtons(wanted) {
    const { unit = "", target = "", attack = "" } = wanted?.values ?? {};
    if (wanted?.name === "activate") return table.querySelectorAll(`button.rc-do[value="${CSS.escape(unit)}"]`);
    if (wanted?.name !== "attack") return [];
    return table.querySelectorAll(`[data-pair="${CSS.escape(`${unit}>${target}`)}"] button[name=attack][value="${CSS.escape(attack)}"]`);
  }
  // The button of a form that does no move: it seals a choice, or finishes the game.
  function actButtons(kind) {
    return ["seal", "finish"].includes(kind) ? table.querySelectorAll(`form:has(> input[name=act][value=${kind}]) button:not([type=button])`) : [];
  }
  // Undo and redo are the buttons above the table; in a field they undo its own typing.
  document.addEventListener("keydown", (event) => {
    const name = ["undo", "redo"].find((one) => window.shortcuts.isPressed(event, one));
    if (!name || window.shortcuts.isTyping(event) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    document.querySelector(`#table .tb-top input[name=act][value=${name}]`)?.form.querySelector("button").click();
  });

  prepare();
  teach();
  askComputers("");
  table.addEventListener("tb-part", () => {
    table.querySelector(".tb").classList.remove("is-on-board");
    highlight();
  });
  if (table.dataset.events) listen();
})();
