/** The report's only style sheet. It names no font and no picture to load: the page's policy would stop it anyway. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fff; --raised: #f6f7f9; --ink: #16181d; --faint: #5b6270; --rule: #dfe2e8; --link: #0b57d0;
  --good: #11693a; --good-ground: #e2f4e9; --calm: #0d5a73; --calm-ground: #e0f1f6;
  --open: #7a4b00; --open-ground: #fdf0d5; --bad: #a11616; --bad-ground: #fde4e1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14161a; --raised: #1d2026; --ink: #e8eaee; --faint: #a0a7b4; --rule: #333843; --link: #8ab4f8;
    --good: #82d9a5; --good-ground: #15321f; --calm: #85cfe6; --calm-ground: #122e38;
    --open: #f0c06a; --open-ground: #3a2a0b; --bad: #ff9d94; --bad-ground: #421815;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; padding-top: 1rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1rem; margin: 0; }
h4 { font-size: .95rem; margin: 1rem 0 .25rem; }
p { margin: .25rem 0; }
a { color: var(--link); }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
pre { background: var(--raised); border: 1px solid var(--rule); border-radius: 6px; padding: .75rem; white-space: pre-wrap; }
.faint { color: var(--faint); }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--rule); }
th { font-weight: 600; color: var(--faint); font-size: .8125rem; }
td p { margin: 0; }
th[scope=row] { color: inherit; font-size: inherit; }
.actions th[scope=row] { min-width: 9rem; }
.state { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.good { color: var(--good); background: var(--good-ground); }
.calm { color: var(--calm); background: var(--calm-ground); }
.open { color: var(--open); background: var(--open-ground); }
.bad { color: var(--bad); background: var(--bad-ground); }
.block { border: 1px solid var(--rule); border-radius: 8px; padding: .75rem 1rem; margin: .75rem 0; }
.block > header { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; }
ol.timeline { list-style: none; margin: .5rem 0; padding: 0 0 0 1rem; border-left: 2px solid var(--rule); }
ol.timeline > li { margin: 0 0 .6rem; }
figure { margin: .75rem 0; }
img { display: block; max-width: 100%; height: auto; max-height: 30rem; border: 1px solid var(--rule); border-radius: 6px; }
summary { cursor: pointer; color: var(--faint); }
@media (max-width: 40rem) {
  .actions thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .actions tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--rule); }
  .actions td, .actions th[scope=row] { display: block; border: 0; padding: .1rem 0; }
}
@media print { .block { break-inside: avoid; } }
`;
