import { expect } from '@playwright/test';
import { examples } from '../govuk.js';
import type { Vector } from '../page.js';

export default {
  html: () =>
    examples(
      ...[
        'button',
        'file-upload',
        'cookie-banner',
        'service-navigation',
        'accordion',
        'exit-this-page',
        'panel',
      ],
      ...['error-summary', 'details', 'tabs', 'notification-banner', 'language-navigation', 'header'],
    ),
  ready: 'button-default >> button',
  controls: 80,
  expects({ all }) {
    expect(all.filter(({ dirty }) => dirty)).toEqual([]);
  },
} satisfies Vector;
