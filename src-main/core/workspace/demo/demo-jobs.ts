/** A step of a job: what the agent looked for in its own words, and what it then called. */
export interface JobStep {
  readonly tool: string;
  /** Ways to ask for it; a session takes one. */
  readonly asks: readonly string[];
  /** How many of a hundred sessions with this job take the step; without it, all. */
  readonly share?: number;
  /** The tool that the search lists first, when that is not the one that was called. */
  readonly first?: string;
}

/** Something that people ask of the agent, and how often: sessions with it among all, in parts. */
export interface Job {
  readonly client: string;
  readonly weight: number;
  readonly steps: readonly JobStep[];
}

/** Failed calls in a hundred, for tools whose calls fail at times. */
export const failures: Readonly<Record<string, number>> = {
  'orders.refund': 14,
  'github.merge_pull_request': 12,
  'github.trigger_workflow': 20,
  'shipping.track_parcel': 5,
  'weather.forecast': 8,
  'orders.update_address': 6,
};

/** What people asked and no tool of the demo does. */
export const unanswered: readonly string[] = [
  'print a shipping label',
  'translate the return policy into Danish',
  'export last year to a spreadsheet',
  'change the price of the oak lamp',
  'call the customer by phone',
  'make a voucher for ten percent',
];

const findCustomer: JobStep = {
  tool: 'customers.find',
  asks: ['look up a customer by e-mail', 'who is this customer', 'find customer profile'],
};
const findOrders: JobStep = {
  tool: 'orders.search',
  asks: ['orders of this customer', 'find her latest order', 'search orders by product'],
};
const readOrder: JobStep = { tool: 'orders.get', asks: ['read the order', 'order details'], share: 80 };
const answer: JobStep = {
  tool: 'customers.send_email',
  asks: ['write back to the customer', 'send her an answer'],
  share: 45,
};

/**
 * What the agent of the demo does in a month: a few jobs make most of the sessions, and a long tail the rest. Five tools carry
 * most calls. Of the eleven background tasks that every prompt carries, two are called now and then and nine never.
 */
export const jobs: readonly Job[] = [
  {
    client: 'shop-assistant',
    weight: 24,
    steps: [
      findCustomer,
      findOrders,
      readOrder,
      { tool: 'shipping.track_parcel', asks: ['where is the parcel', 'tracking of the delivery'] },
      answer,
    ],
  },
  {
    client: 'shop-assistant',
    weight: 14,
    steps: [
      findCustomer,
      findOrders,
      readOrder,
      { tool: 'orders.refund', asks: ['give the money back', 'refund a broken item'], first: 'orders.cancel' },
      answer,
    ],
  },
  {
    client: 'shop-assistant',
    weight: 12,
    steps: [
      findCustomer,
      { ...findOrders, share: 70 },
      { tool: 'inventory.check_stock', asks: ['is it in stock', 'how many pieces are left'] },
      answer,
    ],
  },
  {
    client: 'shop-assistant',
    weight: 7,
    steps: [
      findCustomer,
      findOrders,
      { tool: 'orders.update_address', asks: ['correct the delivery address', 'new street for an order'] },
      { tool: 'orders.cancel', asks: ['stop the order'], share: 15 },
    ],
  },
  {
    client: 'shop-assistant',
    weight: 8,
    steps: [
      { tool: 'docs.search', asks: ['what is our return policy', 'handbook gift wrapping'] },
      { tool: 'docs.get_article', asks: ['read the whole article'], share: 50 },
      { ...findCustomer, share: 40 },
      answer,
    ],
  },
  {
    client: 'claude-code',
    weight: 10,
    steps: [
      { tool: 'github.search_issues', asks: ['search issues', 'is the bug known'] },
      { tool: 'github.get_issue', asks: ['read an issue'], share: 70 },
      { tool: 'github.add_issue_comment', asks: ['comment on the ticket', 'reply under an issue'], share: 50 },
      { tool: 'github.create_issue', asks: ['file a bug'], share: 30 },
    ],
  },
  {
    client: 'claude-code',
    weight: 7,
    steps: [
      { tool: 'github.get_pull_request_diff', asks: ['what changes in the pull request', 'show the patch'] },
      { tool: 'github.create_pull_request_review', asks: ['approve the change', 'leave a review'], share: 80 },
      { tool: 'github.merge_pull_request', asks: ['land the branch'], share: 40 },
    ],
  },
  {
    client: 'claude-code',
    weight: 5,
    steps: [
      { tool: 'github.list_workflow_runs', asks: ['latest builds'] },
      { tool: 'github.get_workflow_run_logs', asks: ['why did the build fail', 'log of the failed run'] },
      { tool: 'github.trigger_workflow', asks: ['run the build again'], share: 30 },
      { tool: 'tasks.spawn', asks: ['do this in the background'], share: 20 },
      { tool: 'tasks.get', asks: ['is the task done'], share: 20 },
    ],
  },
  {
    client: 'cursor',
    weight: 4,
    steps: [
      { tool: 'github.search_code', asks: ['where is the tax computed', 'find the function'] },
      { tool: 'github.get_file_contents', asks: ['read the file'] },
      { tool: 'github.create_pull_request', asks: ['propose my branch'], share: 40 },
    ],
  },
  {
    client: 'shop-assistant',
    weight: 4,
    steps: [
      { tool: 'reports.sales_summary', asks: ['how much did we sell', 'revenue by week'] },
      { tool: 'slack.send_message', asks: ['tell the team', 'post the numbers'], share: 70 },
    ],
  },
  ...(
    [
      ['calendar.list_events', 'what is on Friday'],
      ['calendar.create_event', 'meeting with the supplier'],
      ['weather.forecast', 'will it rain on the market'],
      ['slack.search_messages', 'where did we talk about the mugs'],
      ['inventory.adjust_stock', 'three plates broke'],
      ['inventory.transfer_stock', 'move lamps to Lyon'],
      ['pricing.calculate_total', 'total of the basket with tax'],
      ['reports.schedule', 'mail me the report every Monday'],
      ['slack.schedule_message', 'remind the team tomorrow'],
      ['github.list_commits', 'what went in since Monday'],
      ['github.create_release', 'publish version 2.1'],
      ['github.list_pull_requests', 'open pull requests'],
    ] as const
  ).map(
    ([tool, ask], at): Job => ({
      client: at % 3 === 2 ? 'cursor' : 'shop-assistant',
      weight: 0.6,
      steps: [{ tool, asks: [ask] }],
    }),
  ),
];
