import { probeSuite } from '../../test/probe-suite.js';
import { board, boardShows } from '../../test/support/board.js';
import httpJson from './http-json.js';

probeSuite('http-json', {
  probe: httpJson,
  with: (origin) => board(origin),
  shows: (listings) => boardShows(listings),
  token: 'BOARD_TOKEN',
  knows: ['status', 'createdAt', 'author', 'queue'],
  missing: [],
});
