import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { axe, fitsBothSizes, sound } from './axe.ts'
import { payAtChannel, refundByHand } from './channel.ts'
import { newcomer, rareName, register, thisYear } from './people.ts'
import { demoStaff, staffPost, staffSignIn } from './staff.ts'
import { callAs } from './studied.ts'
import { expect, test } from './test.ts'
import { letRefundWait } from './time.ts'

test('two persons match a manual refund by amount and number, and the student is notified', async ({
  page,
  visitor: first,
  colleague: second,
}) => {
  await register(page, newcomer(rareName('许')))
  const [part, whole] = [await paidOrder(page, thisYear), await paidOrder(page, thisYear - 1)]
  await test.step('account closing shows the amount that would be lost before any refund', async () => {
    await page.goto('/system/privacy')
    await expect(page.getByText(/折合 ¥220\.00/).first()).toBeVisible()
    await page.getByRole('button', { name: '申请注销账号' }).click()
    const ask = page.getByRole('dialog', { name: '申请注销账号' })
    await expect(ask.getByRole('checkbox', { name: /折合 ¥220\.00/ })).toBeVisible()
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(ask).toBeHidden()
  })
  await Promise.all([
    staffSignIn(first, demoStaff.finance),
    staffSignIn(second, demoStaff.admin, '/console/finance?tab=differences'),
  ])
  const [ofPart, ofWhole] = [`${part.orderNo}H1`, `${whole.orderNo}H1`]
  await refundByHand(page, { ...part, refundNo: ofPart, amount: 5000 })
  await refundByHand(page, { ...whole, refundNo: ofWhole, amount: whole.amount })

  await test.step("a refused refund shows the payment channel's message and can be requested again", async () => {
    const wish = { id: randomUUID(), orderNo: part.orderNo, reason: '报错了年度' }
    await callAs(page, 'POST /order/v1/request_refund', wish)
    await first.goto('/console/finance?tab=refunds')
    const grant = { id: wish.id, decision: 'APPROVED', reason: '未开始学习' }
    expect(await staffPost(first, '/finance/v1/decide_refund', grant)).toMatchObject({ code: 1 })
    await first.goto(`/console/finance/orders/${part.orderNo}`)
    await expect(first.getByText(/已申请 1 次。.*渠道拒绝了这次申请，原文：/)).toBeVisible()
    await first.getByRole('button', { name: '再次申请' }).click()
    await expect(first.getByText(/已申请 2 次。/)).toBeVisible()
    await sound(first)
    // After five failed requests staff must act on the refund.
    await letRefundWait(part.refundNo, 5)
    await staffPost(first, '/finance/v1/retry_refund', { refundNo: part.refundNo })
    await first.reload()
    await first.getByRole('link', { name: '查看差异与处理' }).click()
  })

  await test.step('bill and books are shown, and a wrong amount or order number is refused', async () => {
    await expect(first.getByRole('region', { name: '渠道记录' })).toContainText(ofPart)
    await expect(first.getByRole('region', { name: '平台记录' })).toContainText(part.orderNo)
    const next = first.getByRole('button', { name: '下一步：查看后果' })
    await expect(next).toBeDisabled()
    await first.locator('input[type="file"]').setInputFiles({
      ...{ name: '回单.png', mimeType: 'image/png', buffer: await first.screenshot() },
    })
    await expect(first.getByText('回单.png')).toBeVisible()
    const number = first.getByLabel('凭证号')
    await number.fill(ofPart)
    await first.getByRole('textbox', { name: '原因' }).fill('商户平台退回 50 元')
    await next.click()
    await expect(first.getByText(/金额为 ¥50.00，可用 ¥50.00/)).toBeVisible()
    await first.getByLabel('金额（元）').fill('50')
    await number.fill(ofWhole)
    await next.click()
    await expect(first.getByText(/是另一笔付款.*的退款 ¥100.00/)).toBeVisible()
    await number.fill(ofPart)
    await next.click()
    await expect(first.getByText('须由另一名工作人员审核后生效')).toBeVisible()
    await sound(first)
    await first.getByRole('button', { name: '提交审核' }).click()
    await expect(first.getByText('您提出的，由另一名工作人员审核')).toBeVisible()
    await axe(first)
  })

  await test.step('a second person confirms the consequences, and the payment channel refunds the rest', async () => {
    await second.goto(first.url())
    await second.getByRole('button', { name: '查看同意的后果' }).click()
    await expect(second.getByRole('region', { name: '处理的后果' })).toContainText('通知学员')
    await agree(second, '已核对商户平台')
    await expect(second.getByText('已生效', { exact: true })).toBeVisible()
    await page.goto('/system/messages')
    await expect(page.getByText(/50\.00/).first()).toBeVisible()
    await fitsBothSizes(page)
  })

  await test.step('a full manual refund closes the course, and the student is notified', async () => {
    await first.goto(`/console/finance?tab=differences&number=${ofWhole}`)
    await first.getByRole('link', { name: /^处理：/ }).click()
    await expect(first.getByRole('radio', { name: /按退款处理.*（建议）/ })).toBeChecked()
    await first.getByRole('textbox', { name: '原因' }).fill('已在商户平台退回')
    await first.getByRole('button', { name: '下一步：查看后果' }).click()
    await expect(first.getByRole('region', { name: '处理的后果' })).toContainText('课程关闭')
    await axe(first)
    await first.getByRole('button', { name: '提交审核' }).click()
    await expect(first.getByText('您提出的，由另一名工作人员审核')).toBeVisible()
    await second.goto(first.url())
    await agree(second, '已核对账单')
    await expect(second.getByText('已生效', { exact: true })).toBeVisible()
    await page.goto('/system/orders')
    const card = page.getByRole('listitem').filter({ hasText: whole.orderNo })
    await expect(card).toContainText('已退款')
    await page.goto('/system/messages')
    await expect(page.getByText(/100\.00/).first()).toBeVisible()
  })

  await test.step('a decided money case is reopened with a reason', async () => {
    await second.getByRole('button', { name: '重新打开…' }).click()
    const ask = second.getByRole('dialog', { name: '重新打开这条差异' })
    await expect(ask).toContainText('已退款的订单与已关闭的课程保持不变')
    await ask.getByRole('textbox', { name: '原因' }).fill('凭证属于另一名学员')
    await axe(second)
    await ask.getByRole('button', { name: '重新打开' }).click()
    await expect(second.getByText(/重新打开：凭证属于另一名学员/)).toBeVisible()
    await sound(second)
  })
})

/** Creates an order and pays it through WeChat, both by API calls. */
async function paidOrder(page: Page, year: number) {
  const { list } = await callAs(page, 'POST /course/v1/course_list', { year })
  const electives = list.filter(({ required }) => !required).slice(0, 4)
  const courseIds = [...list.filter(({ required }) => required), ...electives].map(({ id }) => id)
  const wish = { year, courseIds, payType: 'WECHAT' } as const
  const { orderNo, amount } = await callAs(page, 'POST /order/v1/create_order', wish)
  const outTradeNo = `${orderNo}P1`
  await payAtChannel(page, outTradeNo)
  return { orderNo, outTradeNo, amount, refundNo: `R${outTradeNo}` }
}

/** Approves the waiting decision of the open case. */
async function agree(desk: Page, reason: string): Promise<void> {
  await desk.getByRole('button', { name: '同意…', exact: true }).click()
  const ask = desk.getByRole('dialog', { name: '同意这项处理' })
  await ask.getByRole('textbox', { name: '原因' }).fill(reason)
  await ask.getByRole('button', { name: '同意', exact: true }).click()
  await expect(ask).toBeHidden()
}
