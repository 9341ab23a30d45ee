// The addresses of the page, all behind the #.

export type Route =
  | { screen: "home" }
  | { screen: "new"; game: string; fen: string }
  | { screen: "play"; table: string; node: number | null }
  | { screen: "setup" }
  | { screen: "library" }
  | { screen: "lab"; run: string };

export function readRoute(hash: string): Route {
  const place = hash.replace(/^#/, "");
  const fields = new URLSearchParams(place);
  const table = fields.get("t");
  if (table) {
    const node = Number.parseInt(fields.get("n") ?? "", 10);
    return { screen: "play", table, node: Number.isInteger(node) && node >= 0 ? node : null };
  }
  const game = fields.get("new");
  if (game) return { screen: "new", game, fen: fields.get("fen") ?? "" };
  if (fields.has("setup")) return { screen: "setup" };
  if (fields.has("library")) return { screen: "library" };
  if (fields.has("lab")) return { screen: "lab", run: fields.get("lab") ?? "" };
  return { screen: "home" };
}
