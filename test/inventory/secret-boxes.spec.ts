import { LIMITS, readTarget, termsWith } from '../../src/inventory/controls.js';
import { rulesWith } from '../../src/inventory/redact.js';
import { expect, test } from '../support/browser.js';

test('where filled secrets can be seen is told in the frame’s own coordinates, and nothing else is', async ({
  site,
  open,
}) => {
  const at = 'style="position: absolute; left: 40px; width: 100px; height: 30px; box-sizing: border-box;';
  const html = `<input name="cvc" value="123" ${at} top: 20px"><input type="password" value="x" ${at} top: 80px">
    <input name="otp" ${at} top: 140px"><input name="pin" value="1" hidden><input name="plain" value="x">
    <div id="shut"></div><script>shut.attachShadow({ mode: 'closed' }).innerHTML = '<input name="cvv" value="1" ${at} top: 200px">'</script>`;
  const { session } = await open(`${site.route('/boxes', html).url}/boxes`);
  const [frame] = await readTarget(session, termsWith(rulesWith([]), LIMITS.textLength));
  expect(frame?.page?.secretBoxes).toEqual([
    [40, 20, 101, 31],
    [40, 80, 101, 31],
    [40, 200, 101, 31],
  ]);
  expect(frame?.page).toMatchObject({ viewport: { scale: 1 } });
  expect(frame?.page?.viewport.width).toBeGreaterThan(300);
});

test('a label, an option and a button that show a card are covered too, and so is each piece of one', async ({
  site,
  open,
}) => {
  const at = 'style="position: absolute; left: 40px; width: 200px; height: 30px; box-sizing: border-box;';
  const html = `<label for="a" ${at} top: 20px">Card 4111 1111 1111 1111</label><input id="a" ${at} top: 60px">
    <select ${at} top: 100px"><option value="1">Visa 4111 1111 1111 1111</option></select>
    <button ${at} top: 140px">Pay with 4111 1111 1111 1111</button>
    <div role="button" ${at} top: 180px">Pay 4111 1111 1111 1111</div>
    ${[0, 1, 2, 3].map((i) => `<input value="4242" ${at} top: ${220 + 40 * i}px">`).join('')}`;
  const { session } = await open(`${site.route('/shown', html).url}/shown`);
  const [frame] = await readTarget(session, termsWith(rulesWith([]), LIMITS.textLength));
  const tops = new Set(frame?.page?.secretBoxes.map(([, top]) => top));
  expect([...tops].sort((a, b) => a - b)).toEqual([20, 60, 100, 140, 180, 220, 260, 300, 340]);
});
