const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `500ms`, `5s`, `10m`, `2h`, `7d` in milliseconds; null for anything else, also for more than ten years. */
export function parseDuration(text: string): number | null {
  const [, digits, unit] = /^(\d{1,12})(ms|s|m|h|d)$/.exec(text) ?? [];
  if (digits === undefined || unit === undefined) return null;
  const millis = Number(digits) * (UNITS[unit] ?? Number.NaN);
  return millis <= 3650 * 86_400_000 ? millis : null;
}
