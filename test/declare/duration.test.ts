import { expect, test } from '@playwright/test';
import { parseDuration } from '../../src/declare/duration.js';

test('durations are read in all five units', () => {
  const read = ['500ms', '5s', '10m', '2h', '7d', '0s'].map(parseDuration);
  expect(read).toEqual([500, 5000, 600_000, 7_200_000, 604_800_000, 0]);
});

test('what is no duration is null', () => {
  for (const text of ['', '5', 's', '-5s', '1.5s', '5 s', '5S', '5m5s', '99999999999d', '5w', '5s\n']) {
    expect(parseDuration(text), JSON.stringify(text)).toBeNull();
  }
});
