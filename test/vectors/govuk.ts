/** Every rendered example of GOV.UK's components, each in a shadow root of its own: their ids clash in one document. */
import { readFileSync } from 'node:fs';

const COMPONENTS = new URL('../../node_modules/govuk-frontend/dist/govuk/components/', import.meta.url);

/** A page of all examples of these components. An example's root is called by its name, to be found by. */
export function examples(...components: string[]): string {
  const scripts = `<script type="module">
    import { initAll } from 'govuk-frontend';
    document.body.classList.add('js-enabled', 'govuk-frontend-supported');
    for (const example of document.body.children) if (example.shadowRoot) initAll({ scope: example.shadowRoot.firstElementChild });
  </script>`;
  return components.flatMap(fixtures).join('\n') + scripts;
}

function fixtures(component: string): string[] {
  const file = new URL(`${component}/fixtures.json`, COMPONENTS);
  const { fixtures } = JSON.parse(readFileSync(file, 'utf8')) as {
    fixtures: { name: string; html: string }[];
  };
  return fixtures.map(({ name, html }) => {
    const tag = `${component}-${name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    return `<${tag}><template shadowrootmode="open"><div>${html}</div></template></${tag}>`;
  });
}
