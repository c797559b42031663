/** What a picture shows: its pages draw secrets in magenta and everything else in green. */
import type { PNG } from 'pngjs';

type Colour = (red: number, green: number, blue: number) => boolean;

export function count({ data }: PNG, is: Colour): number {
  let found = 0;
  for (let i = 0; i < data.length; i += 4) if (is(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0)) found++;
  return found;
}

/** Also where a letter's edge fades into the ground. */
export const secretColour: Colour = (red, green, blue) => red - green > 8 && blue - green > 8;
export const otherColour: Colour = (red, green, blue) => green - red > 100 && green - blue > 100;

export const STYLE =
  '<style id="rules">* { color: #0f0; font: 20px monospace } .secret { color: #f0f }</style>';
export const EMAIL = '<label>E-mail <input name=email value=me@example.com></label>';
export const SECRET = '<label>Password <input class=secret name=pw value=WWSECRETSTEP></label>';
