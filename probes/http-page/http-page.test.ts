import { probeSuite } from '../../test/probe-suite.js';
import { directory, directoryShows } from '../../test/support/listing-pages.js';
import httpPage from './http-page.js';

probeSuite('http-page', {
  probe: httpPage,
  with: (origin) => directory(origin),
  shows: (listings) => directoryShows(listings),
  knows: [],
  missing: [404, 410],
});
