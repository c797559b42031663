-- breaking
-- Actions, who carries them out, what was seen, and what follows from it.

-- One row an action: what was declared, and the verdict that stands now.
-- `attempt` is the token of the newest claim (a row of `history`). It is open exactly while the state is
-- `claimed` or `unverified`, so there is no second flag that could disagree, and no second open attempt.
CREATE TABLE actions (
  no           INTEGER PRIMARY KEY,             -- order of declaration
  key          TEXT    NOT NULL UNIQUE,
  state        TEXT    NOT NULL CHECK (state IN
    ('planned', 'claimed', 'unverified', 'verified', 'absent', 'duplicate', 'gone', 'waived')),
  reason       TEXT    NOT NULL,
  since        INTEGER NOT NULL,                -- when the state began
  next_look    INTEGER,
  attempt      INTEGER,                         -- history.id of the newest claim
  start        INTEGER,                         -- starts.id of who holds or held it
  last         INTEGER,                         -- history.id of the newest change
  head         INTEGER NOT NULL DEFAULT 0,      -- evidence.seq of the newest evidence
  head_hash    TEXT    NOT NULL DEFAULT '',     -- its hash: a removed last row is found by these two
  url          TEXT,
  id           TEXT    NOT NULL,                -- id, worker and source: of the plan that named it last
  worker       TEXT    NOT NULL,
  source       TEXT    NOT NULL,
  kind         TEXT    NOT NULL,
  platform     TEXT    NOT NULL,
  account      TEXT,
  identity     TEXT    NOT NULL,                -- JSON
  repeat       INTEGER NOT NULL,
  payload_hash TEXT,
  effect       TEXT,                            -- JSON
  probe        TEXT,                            -- JSON
  declared_at  INTEGER NOT NULL
) STRICT;

-- By state; and the open attempts of one start, which are all in two states.
CREATE INDEX actions_by_state ON actions (state, start);
CREATE INDEX actions_due ON actions (next_look) WHERE next_look IS NOT NULL;

-- Which worker's plan names which action, and how.
CREATE TABLE assignments (
  worker TEXT    NOT NULL,
  action INTEGER NOT NULL REFERENCES actions (no),
  id     TEXT    NOT NULL,
  PRIMARY KEY (worker, action),
  UNIQUE (worker, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX assignments_by_id ON assignments (id);

CREATE TABLE starts (
  id          INTEGER PRIMARY KEY,
  worker      TEXT    NOT NULL,
  epoch       INTEGER NOT NULL,
  lease_until INTEGER NOT NULL,
  fenced      INTEGER NOT NULL DEFAULT 0,
  death       TEXT,                             -- JSON; the first proof stays
  about       TEXT    NOT NULL,                 -- JSON: everything else about this start
  UNIQUE (worker, epoch)
) STRICT;

-- The starts that may still write: the newest of its worker, neither fenced nor dead.
CREATE VIEW writers AS
  SELECT s.id, s.worker, s.epoch FROM starts s
  WHERE s.fenced = 0 AND s.death IS NULL
    AND NOT EXISTS (SELECT 1 FROM starts n WHERE n.worker = s.worker AND n.epoch > s.epoch);

-- Every change of a verdict, linked from the newest (`actions.last`) to the oldest.
-- A claim is the change that has a `start`: its row is the attempt, its id the claim's token.
CREATE TABLE history (
  id        INTEGER PRIMARY KEY,
  action    INTEGER NOT NULL REFERENCES actions (no),
  previous  INTEGER REFERENCES history (id),
  at        INTEGER NOT NULL,
  by        TEXT    NOT NULL,
  state     TEXT    NOT NULL,
  reason    TEXT    NOT NULL,
  url       TEXT,
  next_look INTEGER,
  start     INTEGER REFERENCES starts (id),
  opened_at INTEGER                             -- of an attempt; NULL: without a lower end
) STRICT;

-- The verdict that stands is derived from the history, in the same statement: the two cannot disagree.
CREATE TRIGGER history_moves_action AFTER INSERT ON history BEGIN
  UPDATE actions SET
    since     = iif(state = NEW.state, since, NEW.at),
    state     = NEW.state,
    reason    = NEW.reason,
    url       = NEW.url,
    next_look = NEW.next_look,
    attempt   = iif(NEW.start IS NULL, attempt, NEW.id),
    start     = iif(NEW.start IS NULL, start, NEW.start),
    last      = NEW.id
  WHERE no = NEW.action;
END;

CREATE TABLE evidence (
  id      INTEGER PRIMARY KEY,
  action  INTEGER NOT NULL REFERENCES actions (no),
  seq     INTEGER NOT NULL,                     -- 1, 2, 3 … within the action
  attempt INTEGER,                              -- history.id of the claim; NULL before the first
  hash    TEXT    NOT NULL,                     -- over the hash before it, key, seq, attempt and content
  content TEXT    NOT NULL,                     -- canonical JSON, exactly the text that was hashed
  UNIQUE (action, seq)
) STRICT;

CREATE TRIGGER evidence_stays BEFORE UPDATE ON evidence BEGIN SELECT raise(ABORT, 'evidence is immutable'); END;
CREATE TRIGGER evidence_is_kept BEFORE DELETE ON evidence BEGIN SELECT raise(ABORT, 'evidence is immutable'); END;
CREATE TRIGGER history_stays BEFORE UPDATE ON history BEGIN SELECT raise(ABORT, 'history is immutable'); END;
CREATE TRIGGER history_is_kept BEFORE DELETE ON history BEGIN SELECT raise(ABORT, 'history is immutable'); END;
