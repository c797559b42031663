/**
 * Painting secrets over in a picture that was taken already: the page is not touched for it. Where it is not certain
 * where they stand in the picture there is no picture.
 */
import { PNG } from 'pngjs';
import type { Box, PageReading } from './in-page.js';

/** Where a page's secrets stand in what it shows. */
export type Sight = Pick<PageReading, 'secretBoxes' | 'viewport'>;

/** Letters may stand a little over the edge of their box. */
const MARGIN = 3;
const MOST_BOXES = 2_000;
/** A few screens of the largest kind. What claims to be larger is not unpacked. */
const MOST_PIXELS = 64 * 1024 * 1024;

/** Null for anything that is not a clear answer. */
export function sightOf(reading: unknown): Sight | null {
  const { secretBoxes: boxes, viewport } = (reading ?? {}) as Partial<Record<keyof Sight, unknown>>;
  const { width, height, scale } = (viewport ?? {}) as Partial<Record<keyof Sight['viewport'], unknown>>;
  if (!isSize(width) || !isSize(height) || typeof scale !== 'number') return null;
  if (!Array.isArray(boxes) || boxes.length > MOST_BOXES || !boxes.every(isBox)) return null;
  return { secretBoxes: boxes, viewport: { width, height, scale } };
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value);
}

function isBox(value: unknown): value is Box {
  if (!Array.isArray(value) || value.length !== 4 || !value.every(Number.isFinite)) return false;
  return value[2] >= 0 && value[3] >= 0;
}

/** The picture with all of the boxes blackened; null where they cannot be placed in it for certain. */
export function masked(picture: Buffer, { secretBoxes, viewport }: Sight): Buffer | null {
  if (secretBoxes.length === 0 || viewport.scale !== 1) return null;
  const png = unpacked(picture);
  if (png === null) return null;
  const ratio = png.width / viewport.width;
  // A picture of anything but the viewport has another shape; a scroll bar may be left out of its width.
  if (Math.abs(png.height - viewport.height * ratio) > ratio + 1) return null;
  for (const box of secretBoxes) blacken(png, box, ratio);
  return PNG.sync.write(png);
}

function unpacked(picture: Buffer): PNG | null {
  const [width, height] = picture.length < 24 ? [0, 0] : [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  if (width * height === 0 || width * height > MOST_PIXELS) return null;
  try {
    return PNG.sync.read(picture);
  } catch {
    return null;
  }
}

/** What lies outside the picture cannot be seen on it. */
function blacken({ data, width, height }: PNG, [x, y, w, h]: Box, ratio: number): void {
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  const left = within(Math.floor((x - MARGIN) * ratio), width);
  const right = within(Math.ceil((x + w + MARGIN) * ratio), width);
  const top = within(Math.floor((y - MARGIN) * ratio), height);
  const bottom = within(Math.ceil((y + h + MARGIN) * ratio), height);
  for (let row = top; row < bottom; row++) {
    for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4) {
      data.writeUInt32BE(0x000000ff, at);
    }
  }
}
