// Packs a PNG more tightly without changing a pixel: the browser is in a hurry when it writes one.
import { crc32 } from "./crc32.mjs";
import { deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const channels = { 2: 3, 6: 4 }; // by colour type: RGB, RGBA

function chunksOf(png) {
  const chunks = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

// The predictor of the PNG specification, 9.4: whichever of left, above and corner is nearest to left + above - corner.
function paeth(left, above, corner) {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner;
}

const predictors = [() => 0, (left) => left, (_, above) => above, (left, above) => (left + above) >> 1, paeth];

/** Calls back for each byte of a row with what its neighbours predict. */
function eachByte(row, before, pixel, predict, use) {
  for (let x = 0; x < row.length; x++) use(x, predict(x < pixel ? 0 : row[x - pixel], before[x], x < pixel ? 0 : before[x - pixel]));
}

function unfiltered(packed, height, stride, pixel) {
  const rows = [];
  let before = Buffer.alloc(stride);
  for (let y = 0; y < height; y++) {
    const at = y * (stride + 1);
    const row = Buffer.from(packed.subarray(at + 1, at + 1 + stride));
    eachByte(row, before, pixel, predictors[packed[at]], (x, predicted) => (row[x] = (row[x] + predicted) & 255));
    rows.push(row);
    before = row;
  }
  return rows;
}

/** Every row with the filter that leaves the smallest differences; flat rows as they are. */
function filtered(rows, stride, pixel) {
  let before = Buffer.alloc(stride);
  return rows.map((row) => {
    let best = null;
    let least = Infinity;
    for (const [kind, predict] of predictors.entries()) {
      const out = Buffer.alloc(stride + 1);
      out[0] = kind;
      let sum = 0;
      eachByte(row, before, pixel, predict, (x, predicted) => {
        const difference = (row[x] - predicted) & 255;
        out[x + 1] = difference;
        sum += difference < 128 ? difference : 256 - difference;
      });
      if (sum < least) [best, least] = [out, sum];
    }
    before = row;
    return best;
  });
}

export function packed(png) {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === "IHDR").data;
  const [width, height, depth, colour] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]];
  const pixel = channels[colour];
  if (depth !== 8 || !pixel) return png;
  const stride = width * pixel;
  const data = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map((one) => one.data)));
  const rows = unfiltered(data, height, stride, pixel);
  const plain = rows.map((row) => Buffer.concat([Buffer.of(0), row]));
  const tries = [filtered(rows, stride, pixel), plain].map((lines) => deflateSync(Buffer.concat(lines), { level: 9, memLevel: 9 }));
  const best = tries.reduce((one, other) => (other.length < one.length ? other : one));
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", best), chunk("IEND", Buffer.alloc(0))]);
}
