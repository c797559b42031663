/** Date and time fields are written down part by part, as they stand in the field; half-filled ones too. */

/** Places of the nine parts. Hours go from 1 to 12. */
const [YEAR, MONTH, DAY, HOUR, MINUTE, SECOND, MILLISECOND, HALF, WEEK] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** undefined: no such field; null: not all of its parts are filled in. */
export function dateOf(type: string, parts: string[]): string | null | undefined {
  const day = () => [part(parts, YEAR, 4), part(parts, MONTH), part(parts, DAY)].join('-');
  const forms: Record<string, () => string> = {
    date: day,
    month: () => `${part(parts, YEAR, 4)}-${part(parts, MONTH)}`,
    week: () => `${part(parts, YEAR, 4)}-W${part(parts, WEEK)}`,
    time: () => timeOf(parts),
    'datetime-local': () => `${day()}T${timeOf(parts)}`,
  };
  const form = Object.hasOwn(forms, type) ? forms[type] : undefined;
  if (form === undefined) return undefined;
  // A month that is not chosen is 0.
  if (parts.every((one, place) => one === '' || (place === MONTH && one === '0'))) return '';
  const value = form();
  return value.includes('?') ? null : value;
}

function timeOf(parts: string[]): string {
  const hour = parts[HOUR] ?? '';
  const half = parts[HALF] ?? '';
  if (!/^\d{1,2}$/.test(hour) || !/^[AP]$/.test(half)) return '?';
  const full = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  const time = `${String(full).padStart(2, '0')}:${part(parts, MINUTE)}`;
  if (!parts[SECOND] && !parts[MILLISECOND]) return time;
  const rest = parts[MILLISECOND] ? `.${part(parts, MILLISECOND, 3)}` : '';
  return `${time}:${part(parts, SECOND)}${rest}`;
}

function part(parts: string[], place: number, digits = 2): string {
  const text = parts[place] ?? '';
  const filled = /^\d{1,6}$/.test(text) && !(place === MONTH && Number(text) === 0);
  return filled ? text.padStart(digits, '0') : '?';
}
