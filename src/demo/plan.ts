/** The demo's plan, as a user would write it. */

export const WORKER = 'launch-1';

const LISTINGS = [
  { slug: 'acme', title: 'Acme Anvils' },
  { slug: 'bolt', title: 'Bolt Bicycles' },
  { slug: 'crisp', title: 'Crisp Chips' },
];

export function planText(origin: string): string {
  return `worker: ${WORKER}\nactions:\n${LISTINGS.map((listing) => actionText(origin, listing)).join('')}`;
}

function actionText(origin: string, { slug, title }: (typeof LISTINGS)[number]): string {
  return `  - id: ${slug}
    kind: submit-listing
    platform: ${new URL(origin).host}
    account: me@example.com
    identity: { slug: ${slug} }
    payload: { title: ${title}, url: "https://${slug}.example" }
    effect:
      url: "${origin}/submit"
      fields: { slug: ${slug} }
    probe:
      use: http-json
      with:
        url: "${origin}/api/listings?page={page}"
        headers: { authorization: "Bearer \${DIRECTORY_TOKEN}" }
        control: { expect: user }
        items: items
        fields: { id: id, url: path, createdAt: created_at, author: author, status: status }
        status: { live: [live] }
        paging: { by: page, start: 1, last: pages }
      settle: 1s
      review: none
`;
}
