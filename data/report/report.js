"use strict";
// Replays the games of the page on one board. It knows no rules: every move says which squares it visits, what it captures
// and whether it crowns.
(() => {
  const data = JSON.parse(document.getElementById("games").textContent);
  const part = (name) => document.getElementById("viewer-" + name);
  const viewer = document.getElementById("viewer");
  const board = part("board");
  const square = 50;
  let cell = null, game = null, layout = null, at = 0, home = null, rowNow = null;

  const svg = (name, attributes, ...children) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    node.append(...children);
    return node;
  };
  const html = (name, attributes, ...children) => {
    const node = document.createElement(name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    node.append(...children);
    return node;
  };

  const middle = (number) => {
    const [column, row] = layout.places[number - 1];
    return [(column + 0.5) * square, (row + 0.5) * square];
  };

  // The pieces after the first `count` moves, by number; index 0 is not used.
  const pieces = (count) => {
    const now = ["."].concat(Array.from(layout.start));
    for (const [, squares, captured, crowned] of game.moves.slice(0, count)) {
      if (squares.length === 0) continue;
      let moved = now[squares[0]];
      now[squares[0]] = ".";
      for (const hop of captured || []) for (const number of hop) now[number] = ".";
      if (crowned) moved = moved.toUpperCase();
      now[squares[squares.length - 1]] = moved;
    }
    return now;
  };

  const crown = "M-9 -5l4.5 4 4.5 -7 4.5 7 4.5 -4-2 10h-14z";
  const disc = (kind) => {
    const colour = kind.toLowerCase() === "b" ? "b-black" : "b-white";
    const group = svg("g", {},
      svg("circle", {class: "b-shade", cy: 1.8, r: 20}),
      svg("circle", {class: colour, r: 19.5}),
      svg("circle", {class: colour + " b-ring", r: 13.5}));
    if (kind === "B" || kind === "W") group.append(svg("path", {class: "b-crown", d: crown}));
    return group;
  };
  const put = (node, number) => {
    const [x, y] = middle(number);
    node.setAttribute("transform", `translate(${x} ${y})`);
    return node;
  };

  const draw = (animated) => {
    const size = layout.size * square;
    const move = at > 0 ? game.moves[at - 1] : null;
    const squares = move ? move[1] : [];
    const now = pieces(at);
    const before = at > 0 ? pieces(at - 1) : now;
    board.setAttribute("viewBox", `0 0 ${size} ${size}`);
    const nodes = [svg("rect", {class: "b-light", width: size, height: size})];
    layout.places.forEach(([column, row], i) => {
      const last = squares.includes(i + 1);
      nodes.push(svg("rect", {class: last ? "b-last" : "b-dark", x: column * square, y: row * square, width: square, height: square}));
    });
    layout.places.forEach(([column, row], i) => {
      nodes.push(svg("text", {class: "b-number", x: column * square + 2.5, y: row * square + 9.5}, layout.labels[i]));
    });
    let mover = null;
    const taken = [];
    for (let number = 1; number < now.length; ++number) {
      if (now[number] === ".") continue;
      const node = put(disc(now[number]), number);
      if (squares.length > 0 && number === squares[squares.length - 1]) mover = node;
      else nodes.push(node);
    }
    for (const hop of (move && move[2]) || []) {
      for (const number of hop) {
        if (before[number] === "." || number === squares[squares.length - 1]) continue;
        const node = put(disc(before[number]), number);
        node.setAttribute("class", "b-taken");
        const cross = put(svg("path", {class: "b-cross", d: "M-8 -8L8 8M8 -8L-8 8"}), number);
        nodes.push(node, cross);
        taken.push(node);
      }
    }
    if (squares.length > 1) nodes.push(svg("path", {class: "b-trace", d: "M" + squares.map((n) => middle(n).join(" ")).join("L")}));
    if (mover) {
      if (move[3]) mover.append(svg("circle", {class: "b-new", r: 22}));
      nodes.push(mover);
    }
    board.replaceChildren(...nodes);
    if (animated && mover && mover.animate && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      const steps = squares.map((n) => { const [x, y] = middle(n); return {transform: `translate(${x}px,${y}px)`}; });
      mover.animate(steps, {duration: 170 * (squares.length - 1), easing: "ease-in-out"});
      for (const node of taken) node.animate([{opacity: 1}, {opacity: 0.45}], {duration: 170 * (squares.length - 1)});
    }
    return now;
  };

  const count = (now, kind) => {
    const men = now.filter((p) => p === kind).length;
    const kings = now.filter((p) => p === kind.toUpperCase()).length;
    const words = (n, one, more) => (n === 1 ? "1 " + one : n + " " + more);
    return words(men, "man", "men") + (kings > 0 ? ", " + words(kings, "king", "kings") : "");
  };

  const words = () => {
    if (at === 0) return "Start position, " + game.moves.length + " moves to come";
    const [text, , captured, crowned] = game.moves[at - 1];
    const side = layout.sides[(layout.first + at - 1) % 2];
    const taken = (captured || []).reduce((sum, hop) => sum + hop.length, 0);
    let line = `Move ${at} of ${game.moves.length}: ${side} ${text}`;
    if (taken > 0) line += `, captures ${taken}`;
    if (crowned) line += ", crowned";
    if (at <= game.opening) line += " (opening)";
    return line;
  };

  const name = (index, side, white, now) => {
    const colour = white ? "White" : "Black";
    const called = layout.sides[side];
    return [html("i", {class: white ? "disc white" : "disc", "aria-hidden": "true"}), html("b", {}, data.players[index]),
            html("span", {}, (called === colour ? colour : colour + ", " + called) + ", " + count(now, white ? "w" : "b"))];
  };

  const show = (index, animated) => {
    at = Math.max(0, Math.min(index, game.moves.length));
    const now = draw(animated);
    part("black").replaceChildren(...name(game.black, 0, false, now));
    part("white").replaceChildren(...name(game.white, 1, true, now));
    part("status").textContent = words();
    // Not disabled for good: the button with the focus must keep it.
    for (const step of ["first", "back"]) part(step).setAttribute("aria-disabled", at === 0);
    for (const step of ["next", "last"]) part(step).setAttribute("aria-disabled", at === game.moves.length);
    part("end").hidden = at !== game.moves.length;
    for (const old of part("moves").querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const list = part("moves");
    const current = at > 0 ? list.querySelector(`[data-move="${at}"]`) : null;
    if (!current) {
      list.scrollTop = 0;
      return;
    }
    current.setAttribute("aria-current", "step");
    if (current.offsetTop < list.scrollTop + 8 || current.offsetTop + current.offsetHeight > list.scrollTop + list.clientHeight - 8)
      list.scrollTop = current.offsetTop - list.clientHeight / 2;
  };

  const listMoves = () => {
    const rows = [];
    game.moves.forEach(([text, , , crowned], i) => {
      if (i % 2 === 0) rows.push(html("li", {}, html("i", {}, i / 2 + 1 + ".")));
      const button = html("button", {type: "button", "data-move": i + 1}, text);
      if (i < game.opening) {
        button.classList.add("opening");
        button.title = "opening";
      }
      if (crowned) {
        const picture = svg("svg", {class: "crown", viewBox: "-10 -9 20 15", role: "img", "aria-label": "crowned"}, svg("path", {d: crown}));
        button.append(picture);
      }
      rows[rows.length - 1].append(button);
    });
    part("moves").replaceChildren(...rows);
  };

  const close = () => {
    viewer.hidden = true;
    if (home) home.classList.remove("viewing");
    if (rowNow) rowNow.classList.remove("now");
    home = rowNow = game = null;
  };

  const open = (cellIndex, gameIndex) => {
    const target = document.getElementById("cell-" + cellIndex);
    const found = data.cells[cellIndex];
    if (!target || !found || !found.games[gameIndex]) return;
    close();
    cell = found;
    game = cell.games[gameIndex];
    layout = data.boards[cell.board];
    target.open = true;
    home = target.querySelector(".cell-body");
    home.classList.add("viewing");
    home.append(viewer);
    viewer.hidden = false;
    const link = target.querySelector(`a[href="#replay-${cellIndex}-${gameIndex}"]`);
    rowNow = link && link.closest("tr");
    if (rowNow) rowNow.classList.add("now");
    part("title").textContent = "Game " + game.number + ", " + layout.title;
    part("end").textContent = game.end;
    listMoves();
    show(0, false);
    part("next").focus({preventScroll: true});
    viewer.scrollIntoView({block: "nearest"});
  };

  const follow = () => {
    const replay = /^#replay-(\d+)-(\d+)$/.exec(location.hash);
    if (replay) return open(Number(replay[1]), Number(replay[2]));
    const chosen = /^#cell-(\d+)$/.exec(location.hash);
    const target = chosen && document.getElementById("cell-" + chosen[1]);
    if (target) {
      target.open = true;
      target.scrollIntoView({block: "start"});
    }
  };

  const steps = {
    first: () => show(0, false),
    back: () => show(at - 1, false),
    next: () => at < game.moves.length && show(at + 1, true),
    last: () => show(game.moves.length, false),
  };
  for (const step in steps) part(step).addEventListener("click", steps[step]);
  part("close").addEventListener("click", () => {
    const link = rowNow && rowNow.querySelector("a");
    close();
    history.replaceState(null, "", location.pathname + location.search);
    if (link) link.focus();
  });
  part("moves").addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (button) show(Number(button.dataset.move), false);
  });
  // A click on the game that is shown already begins it again.
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href^='#replay-'],a[href^='#cell-']");
    if (link && link.getAttribute("href") === location.hash) follow();
  });
  document.addEventListener("keydown", (event) => {
    const keys = {ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last"};
    const step = keys[event.key];
    if (!game || !step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const inside = viewer.contains(event.target);
    // Elsewhere these keys scroll; only the page itself and the list of games lend them.
    if (!inside && (event.key === "Home" || event.key === "End")) return;
    if (!inside && event.target !== document.body && !event.target.closest(".list")) return;
    event.preventDefault();
    steps[step]();
  });
  window.addEventListener("hashchange", follow);
  follow();
})();
