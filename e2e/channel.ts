import type { Page } from '@playwright/test'

/** The address of the simulated payment channel (`playwright.config.ts`). */
const channel = `http://127.0.0.1:${process.env.E2E_CHANNEL_PORT}`

/**
 * Calls the control interface of the simulated payment channel (`tools/payment/control.ts`). @throws if the channel
 * refuses
 */
export async function control<Answer = object>(page: Page, name: string, input: object): Promise<Answer> {
  const answer = await page.request.post(`${channel}/control/${name}`, { data: input })
  if (!answer.ok()) throw new Error(`${name}: ${answer.status()}`)
  return answer.json()
}

interface Notice {
  url: string
  headers: Record<string, string>
  body: string
}

/**
 * Delivers a signed payment notification and waits until the server has processed it. @throws if the server refuses it
 */
async function deliver(page: Page, { url, headers, body }: Notice): Promise<void> {
  const answer = await page.request.post(url, { headers, data: body })
  if (!answer.ok()) throw new Error(`the notice was not taken: ${await answer.text()}`)
}

/** Pays at the simulated channel and delivers its notification. */
export async function payAtChannel(page: Page, outTradeNo: string): Promise<void> {
  await control(page, 'pay', { outTradeNo })
  await deliver(page, await control<Notice>(page, 'message', { outTradeNo }))
}

interface Refund {
  outTradeNo: string
  refundNo: string
  /** The amount in fen. */
  amount: number
}

/** Refunds in the simulated merchant console and delivers the notification of the refund. */
export async function refundByHand(page: Page, refund: Refund): Promise<void> {
  await control(page, 'refundByHand', refund)
  const { refundNo } = refund
  await deliver(page, await control<Notice>(page, 'refundMessage', { refundNo, lie: {} }))
}
