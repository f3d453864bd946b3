import type { Page } from '@playwright/test'

/** Where the simulated payment channel stands (playwright.config.ts). */
const channel = `http://127.0.0.1:${process.env.E2E_CHANNEL_PORT}`

/** What the world does to the channel (tools/payment/control.ts). @throws when the channel refuses */
export async function control<Answer = object>(
  page: Page,
  name: string,
  input: object,
): Promise<Answer> {
  const answer = await page.request.post(`${channel}/control/${name}`, { data: input })
  if (!answer.ok()) throw new Error(`${name}: ${answer.status()}`)
  return answer.json()
}

interface Notice {
  url: string
  headers: Record<string, string>
  body: string
}

/** Brings the portal a notice that the channel has signed; given back once it is booked. @throws when it is not taken */
async function deliver(page: Page, { url, headers, body }: Notice): Promise<void> {
  const answer = await page.request.post(url, { headers, data: body })
  if (!answer.ok()) throw new Error(`the notice was not taken: ${await answer.text()}`)
}

/** Somebody scans and pays, and the portal has heard of it. */
export async function payAtChannel(page: Page, outTradeNo: string): Promise<void> {
  await control(page, 'pay', { outTradeNo })
  await deliver(page, await control<Notice>(page, 'message', { outTradeNo }))
}

interface Refund {
  outTradeNo: string
  refundNo: string
  /** fen */
  amount: number
}

/** Somebody gives money back in the merchant console, and the portal hears of it. */
export async function refundByHand(page: Page, refund: Refund): Promise<void> {
  await control(page, 'refundByHand', refund)
  const { refundNo } = refund
  await deliver(page, await control<Notice>(page, 'refundMessage', { refundNo, lie: {} }))
}
