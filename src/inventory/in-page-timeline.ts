/**
 * What a document still tells of its past: the status it came with, and the requests of its scripts that have come to
 * an end. Runs inside the page, beside the reading of its controls: rules in `in-page.ts`.
 */
import type { TimelineRequest } from './inventory.js';

export interface PastReading {
  title: string;
  responseStatus: number | null;
  timeline: TimelineRequest[];
}

/** The newest of them: a page that polls makes thousands. */
const MOST = 100;

export function readPast(most: number): PastReading {
  const title = Object.getOwnPropertyDescriptor(Document.prototype, 'title')?.get?.call(document);
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const kinds = ['fetch', 'xmlhttprequest', 'beacon'];
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const sent = resources.filter(({ initiatorType }) => kinds.includes(initiatorType));
  return {
    title: String(title).slice(0, 1_000),
    responseStatus: navigation?.responseStatus || null,
    timeline: sent.slice(-most).map(({ name, initiatorType, responseStatus, startTime }) => ({
      url: name.slice(0, 8_000),
      type: initiatorType as TimelineRequest['type'],
      status: responseStatus || null,
      at: Math.round(performance.timeOrigin + startTime),
    })),
  };
}

/** An expression that gives a `PastReading` of the document it is evaluated in, as JSON. */
export const PAST_READER = `JSON.stringify((${readPast})(${MOST}))`;
