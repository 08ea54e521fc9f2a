/**
 * Messages of the vendor's reference, each with its form in a conversation. `content` is the value under the name of
 * the type; the sending test adds `id`, `from` and `timestamp`.
 */
export interface Example {
  name: string;
  type: string;
  content: unknown;
  more?: object;
  shown: { type: string; content: string | null; notice?: object | null; enclosed?: object | null };
}

const notice = (kind: string, title: string | null = null, lines: string[] = []) => ({ kind, title, lines });

export const examples: Example[] = [
  {
    name: 'a text that came by an ad',
    type: 'text',
    content: { body: 'Does it come in another color?' },
    more: {
      referral: {
        source_url: 'https://fb.me/3cr4Wqqkv',
        source_id: '120226305854810726',
        source_type: 'ad',
        headline: 'Chat with us',
        ctwa_clid: 'Aff-n8ZTODiE79d22KtAwQKj9e',
      },
    },
    shown: {
      type: 'TEXT',
      content: 'Does it come in another color?',
      notice: null,
      enclosed: {
        ad: {
          id: '120226305854810726',
          headline: 'Chat with us',
          body: null,
          url: 'https://fb.me/3cr4Wqqkv',
          clickId: 'Aff-n8ZTODiE79d22KtAwQKj9e',
        },
      },
    },
  },
  {
    name: 'a text about a product',
    type: 'text',
    content: { body: 'Still there?' },
    more: {
      context: {
        from: '15550783881',
        id: 'wamid.none',
        referred_product: { catalog_id: '1', product_retailer_id: 'x' },
      },
    },
    shown: {
      type: 'TEXT',
      content: 'Still there?',
      enclosed: { product: { id: 'x', name: null, price: null, currency: null } },
    },
  },
  {
    name: 'a named place',
    type: 'location',
    content: {
      latitude: -23.5505,
      longitude: -46.6333,
      name: 'Sé',
      address: 'Praça da Sé, São Paulo',
      url: 'https://x',
    },
    shown: {
      type: 'LOCATION',
      content: `geo:-23.5505,-46.6333?q=${encodeURIComponent('Sé, Praça da Sé, São Paulo')}`,
      enclosed: { place: { name: 'Sé', address: 'Praça da Sé, São Paulo' } },
    },
  },
  {
    name: 'contact cards',
    type: 'contacts',
    content: [
      {
        name: { formatted_name: 'Barbara J. Johnson', first_name: 'Barbara' },
        org: { company: 'Social Tsunami' },
        phones: [
          { phone: '+1 (415) 555-0829', type: 'MOBILE', wa_id: '14155550829' },
          { phone: '+1 (415) 555-0830', type: 'WORK' },
        ],
        emails: [{ email: 'barbara@tsunami.example', type: 'WORK' }],
      },
      { name: { first_name: 'Zé' }, phones: [{ wa_id: '5511977776666' }] },
      { name: { formatted_name: 'Nobody' } },
      'no card',
    ],
    shown: {
      type: 'TEXT',
      content:
        'Barbara J. Johnson +1 (415) 555-0829, +1 (415) 555-0830, barbara@tsunami.example\nZé +5511977776666\nNobody',
      enclosed: {
        cards: [
          {
            name: 'Barbara J. Johnson',
            phones: ['+1 (415) 555-0829', '+1 (415) 555-0830'],
            emails: ['barbara@tsunami.example'],
          },
          { name: 'Zé', phones: ['+5511977776666'], emails: [] },
          { name: 'Nobody', phones: [], emails: [] },
        ],
      },
    },
  },
  {
    name: 'the quick reply of a template',
    type: 'button',
    content: { payload: 'Unsubscribe', text: 'Unsubscribe' },
    shown: { type: 'TEXT', content: 'Unsubscribe' },
  },
  {
    name: 'a reply button',
    type: 'interactive',
    content: { type: 'button_reply', button_reply: { id: 'cancel-button', title: 'Cancel' } },
    shown: { type: 'TEXT', content: 'Cancel' },
  },
  {
    name: 'a row of a list',
    type: 'interactive',
    content: { type: 'list_reply', list_reply: { id: 'express', title: 'Priority Mail', description: 'Next day' } },
    shown: {
      type: 'TEXT',
      content: 'Priority Mail\nNext day',
      enclosed: { choice: { title: 'Priority Mail', description: 'Next day' } },
    },
  },
  {
    name: 'a filled form',
    type: 'interactive',
    content: {
      type: 'nfm_reply',
      nfm_reply: {
        name: 'flow',
        body: 'Sent',
        response_json: JSON.stringify({
          flow_token: 'tok-1',
          size: 'M',
          screen_0_pickup_1: '0_Tomorrow',
          agreed: true,
          toppings: ['ham', 'olives'],
          address: { street: 'Rua A', numbers: [10, 12] },
          guests: [{ name: 'Rui' }, { name: 'Ana', vip: false }],
          note: null,
          nested: '{"a":1}',
        }),
      },
    },
    shown: {
      type: 'TEXT',
      content:
        'size: M\npickup: Tomorrow\nagreed: ✓\ntoppings: ham, olives\naddress street: Rua A\naddress numbers: 10, 12\n' +
        'guests 1 name: Rui\nguests 2 name: Ana\nguests 2 vip: ✗\nnested a: 1',
      enclosed: {
        answers: [
          { name: 'size', value: 'M' },
          { name: 'screen_0_pickup_1', value: '0_Tomorrow' },
          { name: 'agreed', value: 'true' },
          { name: 'toppings', value: 'ham, olives' },
          { name: 'address.street', value: 'Rua A' },
          { name: 'address.numbers', value: '10, 12' },
          { name: 'guests.1.name', value: 'Rui' },
          { name: 'guests.2.name', value: 'Ana' },
          { name: 'guests.2.vip', value: 'false' },
          { name: 'nested.a', value: '1' },
        ],
      },
    },
  },
  {
    name: 'an order',
    type: 'order',
    content: {
      catalog_id: '194836987003835',
      text: 'Love these!',
      product_items: [
        { product_retailer_id: 'di9ozbzfi4', quantity: 2, item_price: 30, currency: 'USD' },
        { product_retailer_id: 'nqryix03ez', quantity: 1, item_price: 25.5, currency: 'USD' },
      ],
    },
    shown: {
      type: 'TEXT',
      content: 'Love these!\n2 × di9ozbzfi4 (30,00 USD)\n1 × nqryix03ez (25,50 USD)',
      enclosed: {
        order: {
          title: null,
          items: [
            { id: 'di9ozbzfi4', name: null, quantity: 2, price: 30, currency: 'USD' },
            { id: 'nqryix03ez', name: null, quantity: 1, price: 25.5, currency: 'USD' },
          ],
          itemCount: 3,
          total: 85.5,
          currency: 'USD',
        },
      },
    },
  },
  {
    name: 'a type that the vendor does not support',
    type: 'unsupported',
    content: { type: 'unknown' },
    more: { errors: [{ code: 131051, title: 'Message type unknown', error_data: { details: 'not supported' } }] },
    shown: { type: 'TEXT', content: null, notice: notice('unsupported', 'Message type unknown', ['not supported']) },
  },
  {
    name: 'a poll, which the vendor does not pass on',
    type: 'unsupported',
    content: { type: 'poll_creation' },
    more: { errors: [{ code: 131051, title: 'Message type unknown' }] },
    shown: { type: 'TEXT', content: null, notice: notice('poll') },
  },
  {
    name: 'a picture to be seen once, which the vendor does not pass on',
    type: 'unsupported',
    content: { type: 'view_once' },
    shown: { type: 'TEXT', content: null, notice: notice('viewOnce') },
  },
  {
    name: 'a forwarded text',
    type: 'text',
    content: { body: 'Cheap pizza!' },
    more: { context: { forwarded: true, frequently_forwarded: true } },
    shown: { type: 'TEXT', content: 'Cheap pizza!', enclosed: { marks: ['forwarded'] } },
  },
  {
    name: 'a message of the system that names no new number',
    type: 'system',
    content: { body: 'The security code changed', type: 'customer_identity_changed', identity: 'x' },
    shown: {
      type: 'TEXT',
      content: null,
      notice: notice('unknown', 'customer_identity_changed', ['The security code changed']),
    },
  },
  {
    name: 'a reply of a kind that nobody lists',
    type: 'interactive',
    content: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
    shown: { type: 'TEXT', content: null, notice: notice('unknown', 'call_permission_reply') },
  },
  {
    name: 'a type of next year',
    type: 'hologram',
    content: { depth: 3 },
    shown: { type: 'TEXT', content: null, notice: notice('unknown', 'hologram') },
  },
  {
    name: 'a known type in another form',
    type: 'contacts',
    content: { list: 'of cards' },
    shown: { type: 'TEXT', content: null, notice: notice('unknown', 'contacts') },
  },
  {
    name: 'a text without words',
    type: 'text',
    content: { body: ' ' },
    shown: { type: 'TEXT', content: null, notice: notice('unknown', 'text') },
  },
  {
    name: 'a text of a wrong type',
    type: 'text',
    content: { body: 7 },
    shown: { type: 'TEXT', content: null, notice: notice('unknown', 'text') },
  },
  {
    name: 'a reaction that names no message',
    type: 'reaction',
    content: { emoji: '👍' },
    shown: { type: 'TEXT', content: null, notice: notice('unknown', 'reaction') },
  },
  {
    name: 'a picture without a file',
    type: 'image',
    content: { caption: 'Like this one' },
    shown: { type: 'TEXT', content: 'Like this one' },
  },
  {
    name: 'a place in another form',
    type: 'location',
    content: { latitude: '-23.5', longitude: '-46.6', name: '', address: 9 },
    shown: { type: 'LOCATION', content: 'geo:-23.5,-46.6?q=9' },
  },
];
