/**
 * Messages of the vendor's reference, each with its form in a conversation. `content` is the value under the name of
 * the type; the sending test adds `id`, `from` and `timestamp`.
 */
export interface Example {
  name: string;
  type: string;
  content: unknown;
  more?: object;
  shown: { type: string; content: string | null };
}

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
    shown: { type: 'TEXT', content: 'Does it come in another color?' },
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
    shown: { type: 'TEXT', content: 'Still there?' },
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
    },
  },
  {
    name: 'contact cards',
    type: 'contacts',
    content: [
      {
        name: { formatted_name: 'Barbara J. Johnson', first_name: 'Barbara' },
        org: { company: 'Social Tsunami' },
        phones: [{ phone: '+1 (415) 555-0829', type: 'MOBILE', wa_id: '14155550829' }],
      },
      { name: { formatted_name: 'Nobody' } },
    ],
    shown: { type: 'TEXT', content: 'Barbara J. Johnson +1 (415) 555-0829\nNobody' },
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
    shown: { type: 'TEXT', content: 'Priority Mail' },
  },
  {
    name: 'a filled form',
    type: 'interactive',
    content: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"size":"M"}' } },
    shown: { type: 'TEXT', content: '{"size":"M"}' },
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
    shown: { type: 'TEXT', content: 'Love these!\n2 × di9ozbzfi4 (30.00 USD)\n1 × nqryix03ez (25.50 USD)' },
  },
  {
    name: 'a type that the vendor does not support',
    type: 'unsupported',
    content: { type: 'poll' },
    more: { errors: [{ code: 131051, title: 'Message type unknown', error_data: { details: 'not supported' } }] },
    shown: { type: 'TEXT', content: '[unsupported message that cannot be shown here: Message type unknown]' },
  },
  {
    name: 'a type of next year',
    type: 'hologram',
    content: { depth: 3 },
    shown: { type: 'TEXT', content: '[hologram message that cannot be shown here]' },
  },
  {
    name: 'a known type in another form',
    type: 'contacts',
    content: { list: 'of cards' },
    shown: { type: 'TEXT', content: '[contacts message that cannot be shown here]' },
  },
];
