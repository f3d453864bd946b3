import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { makeTeam } from '../../../test/factories/employer.ts'
import { makeOrder, readOrderBooksOf, type TestOrder } from '../../../test/factories/order.ts'
import { must, mustEmployer, passTime, sendRawRequest } from '../../../test/world.ts'

type Payable = Pick<TestOrder, 'codeUrl'>

const pathOf = (order: Payable) => new URL(order.codeUrl).pathname + new URL(order.codeUrl).search

function press(order: Payable, action: string, k?: string): Promise<Response> {
  const key = k ?? new URL(order.codeUrl).searchParams.get('k') ?? ''
  return sendRawRequest(new URL(order.codeUrl).pathname, {
    method: 'POST',
    body: new URLSearchParams({ k: key, action }),
    redirect: 'manual',
  })
}

async function pageAfter(response: Response): Promise<string> {
  expect(response.status).toBe(303)
  return (await sendRawRequest(response.headers.get('location') ?? '')).text()
}

describe('the demo cashier page', () => {
  it('the cashier page shows the amount under the content security policy, without scripts', async () => {
    const order = await makeOrder({
      plan: await makePlan({ title: '<b>2030</b> "年度"' }),
    })
    const response = await sendRawRequest(pathOf(order))
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
    const nonce = /'nonce-([\w-]+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
    expect(html).toContain(`<style nonce="${nonce}">`)
    expect(html).toContain('演示收银台（不产生真实扣款）')
    expect(html).toContain('¥120.00')
    expect(html).toContain('&#60;b&#62;2030')
    expect(html).not.toContain('<b>2030')
    expect(html).not.toContain('<script')
    for (const button of ['支付成功', '支付失败', '不支付，等待过期']) expect(html).toContain(button)
    expect(html).toContain('<a href="/system/orders">返回我的订单</a>')
  })

  it('the cashier page leads an employer back to its own orders, paid or not', async () => {
    const { employer, ids } = await makeTeam(1)
    const wish = { ids, payType: 'DEMO' } as const
    const { codeUrl } = await mustEmployer('POST /invitation/v1/create_order', wish, employer.token)
    const order = { codeUrl: codeUrl ?? '' }
    const back = '<a href="/employer/orders">返回订单与发票</a>'
    for (const html of [
      await (await sendRawRequest(pathOf(order))).text(),
      await pageAfter(await press(order, 'pay')),
    ]) {
      expect(html).toContain(back)
      expect(html).not.toContain('/system/')
    }
  })

  it('the cashier page notifies the portal of a payment before it confirms the payment', async () => {
    const order = await makeOrder()
    const response = await press(order, 'pay')
    const { order: row, payment, sign } = await readOrderBooksOf(order)
    expect(row.status).toBe('PAID')
    expect(payment).toMatchObject({ status: 'PAID', queryCount: 0 })
    expect(sign.paidAt).toBeInstanceOf(Date)
    const html = await pageAfter(response)
    expect(html).toContain('已完成演示支付')
    expect(html).not.toContain('<form')
    await press(order, 'fail')
    expect(await (await sendRawRequest(pathOf(order))).text()).toContain('已完成演示支付')
  })

  it('after a failed payment on the cashier page, the order can be paid later', async () => {
    const order = await makeOrder()
    expect(await pageAfter(await press(order, 'fail'))).toContain('支付失败，没有扣款')
    const query = { orderNo: order.orderNo }
    expect(await must('GET /order/v1/query_status', query, order.student.token)).toMatchObject({
      status: 'PENDING',
      channelFailed: true,
    })
    expect(await pageAfter(await press(order, 'pay'))).toContain('已完成演示支付')
    expect((await readOrderBooksOf(order)).order.status).toBe('PAID')
  })

  it('an order on the cashier page waits until it expires', async () => {
    const order = await makeOrder()
    expect(await pageAfter(await press(order, 'wait'))).toContain('没有支付。订单将在')
    await passTime(7201)
    const html = await pageAfter(await press(order, 'pay'))
    expect(html).toContain('订单已过期')
    expect((await readOrderBooksOf(order)).order.status).toBe('PENDING')
  })

  it('the cashier page refuses to pay a cancelled order', async () => {
    const order = await makeOrder()
    const { orderNo, student } = order
    await must('POST /order/v1/cancel_order', { orderNo }, student.token)
    expect(await pageAfter(await press(order, 'pay'))).toContain('订单已关闭')
    expect((await readOrderBooksOf(order)).order.status).toBe('CLOSED')
  })

  it('the cashier page shows no payment without its key', async () => {
    const order = await makeOrder()
    const other = await makeOrder()
    const otherKey = new URL(other.codeUrl).searchParams.get('k') ?? ''
    const { pathname } = new URL(order.codeUrl)
    for (const query of ['', '?k=', `?k=${otherKey}`, '?k=a&k=b', `?k=${'0'.repeat(64)}`]) {
      const response = await sendRawRequest(pathname + query)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('没有找到这笔支付')
    }
    expect((await press(order, 'pay', otherKey)).status).toBe(404)
    expect((await press(order, 'steal')).status).toBe(404)
    const json = await sendRawRequest(pathname, { method: 'POST', body: '{"action":"pay"}' })
    expect(json.status).toBe(404)
    expect((await readOrderBooksOf(order)).order.status).toBe('PENDING')
  })
})
