import type { Page } from '@playwright/test'
import { axe, narrow } from './axe.ts'
import { type Newcomer, newcomer, register } from './people.ts'
import { demoStaff, staffSignIn } from './staff.ts'
import { expect, test } from './test.ts'

/** The picture has one pixel, because its content does not matter here. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
)

test('a reduction is requested, returned, supplemented and approved, and completes the year with a proof', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  const student = newcomer('援藏药师')
  const desk = await (await browser.newContext()).newPage()
  await register(page, student)
  await staffSignIn(desk, demoStaff.reviewer, '/console/reductions')

  const year = await test.step('the student applies with a picture', async () => {
    await page.getByRole('navigation').getByRole('link', { name: '申请减免' }).click()
    await page.getByRole('button', { name: '提交申请' }).click()
    await expect(page.getByText('请选择减免类型')).toBeVisible()
    await axe(page)
    const years = page.getByRole('combobox', { name: '年度' })
    await years.selectOption({ index: (await years.getByRole('option').count()) - 1 })
    const year = await years.inputValue()
    // Hours above the limit stay as typed and are not saved as a draft.
    const type = page.getByRole('combobox', { name: '减免类型' })
    await type.selectOption('发表论文')
    const hours = page.getByLabel('申请学时')
    await expect(page.getByText('每篇 3 学时，年度最多 12 学时。').first()).toBeVisible()
    await hours.fill('15')
    await page.getByRole('button', { name: '存草稿' }).click()
    await expect(page.getByText('申请学时应为 0.1–12，最多 1 位小数，请改正')).toBeVisible()
    await expect(hours).toBeFocused()
    await expect(hours).toHaveValue('15')
    await type.selectOption('援藏援疆援外')
    await expect(hours).toHaveValue('6')
    await page.getByRole('textbox', { name: '开始日期' }).fill(`${year}-02-01`)
    await page.getByRole('textbox', { name: '结束日期' }).fill(`${year}-10-01`)
    await page.getByLabel('申请理由').fill('赴西藏那曲市人民医院支援八个月')
    // The typed input must survive the reload.
    await page.reload()
    await expect(page.getByText('保存在本机的草稿')).toBeVisible()
    await expect(page.getByLabel('申请理由')).toHaveValue('赴西藏那曲市人民医院支援八个月')
    await attach(page, '派出证明.png', picture)
    await page.getByRole('button', { name: '提交申请' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: '援藏援疆援外' })).toContainText('待审核')
    return year
  })

  await test.step('the reviewer returns the application with a reason', async () => {
    await open(desk, student)
    await expect(desk.getByAltText('佐证材料 派出证明.png')).toBeVisible()
    await axe(desk)
    await desk.getByRole('button', { name: '退回补正…' }).click()
    const dialog = desk.getByRole('dialog')
    await expect(dialog.getByLabel('原因')).toBeFocused()
    await dialog.getByRole('button', { name: '退回' }).click()
    await expect(dialog.getByText('请填写原因')).toBeVisible()
    await axe(desk)
    await dialog.getByLabel('原因').fill('缺受援单位的证明')
    await dialog.getByRole('button', { name: '退回' }).click()
    await expect(desk.getByText('已退回').first()).toBeVisible()
  })

  await test.step('the student reads the reason and supplements the application', async () => {
    await page.reload()
    await expect(page.getByText('原因：缺受援单位的证明')).toBeVisible()
    await page.getByRole('link', { name: '去补正' }).click()
    await attach(page, '受援证明.png', Buffer.concat([picture, Buffer.from(student.phone)]))
    await page.getByRole('button', { name: '提交补正' }).click()
    await page.getByRole('link', { name: /^查看 JM/ }).click()
    // The application stands beside the list; on narrow screens it replaces the list.
    const steps = page.getByRole('region', { name: '审核经过' })
    await expect(steps.getByText('提交补正')).toBeVisible()
    await expect(page.getByRole('listitem', { name: /^援藏援疆援外/ })).toBeVisible()
    await axe(page)
    await page.setViewportSize(narrow)
    await expect(page.getByRole('listitem', { name: /^援藏援疆援外/ })).toBeHidden()
    await page.getByRole('link', { name: '返回列表' }).click()
    await expect(page.getByRole('listitem', { name: /^援藏援疆援外/ })).toBeVisible()
    await axe(page)
  })

  await test.step('the approval of the reduction completes the year and issues the proof', async () => {
    await open(desk, student)
    await expect(desk.getByText('列表本页第 1 份，共 1 份')).toBeVisible()
    await expect(desk.getByRole('button', { name: '通过…' })).toBeVisible()
    // Typing in a field does not trigger a shortcut (docs/rules/look.md#console).
    await desk.keyboard.press('r')
    const reject = desk.getByRole('dialog', { name: '驳回申请' })
    await reject.getByLabel('原因').press('a')
    // Escape asks before the typed text is lost.
    await desk.keyboard.press('Escape')
    await desk.getByRole('button', { name: '放弃并关闭' }).click()
    await expect(reject).toBeHidden()
    const approve = desk.getByRole('dialog', { name: '通过申请' })
    // Shortcuts are off until the dialog has closed.
    await expect(async () => {
      await desk.keyboard.press('a')
      await expect(approve).toBeVisible({ timeout: 1000 })
    }).toPass()
    await axe(desk)
    // A click beside the dialog moves the focus to the page, where shortcuts are off.
    await desk.mouse.click(5, 5)
    await desk.keyboard.press('r')
    await expect(approve).toBeVisible()
    await approve.getByRole('button', { name: '通过', exact: true }).click()
    await expect(desk.getByText('审核通过')).toBeVisible()
    await desk.getByRole('link', { name: '返回列表' }).click()
    await expect(desk.getByLabel('姓名、手机号或申报单号')).toHaveValue(student.phone)
    await page.goto('/system/grant')
    const card = page.getByRole('listitem').filter({ hasText: year })
    await expect(card).toContainText('已发证')
    await card.getByRole('link', { name: /证明/ }).click()
    await expect(page.getByRole('cell', { name: '援藏援疆援外' })).toBeVisible()
  })
  await desk.context().close()
})

async function attach(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('选择佐证材料文件').setInputFiles({ name, mimeType: 'image/png', buffer })
  await expect(page.getByRole('button', { name: `移除 ${name}` })).toBeVisible()
}

async function open(desk: Page, { name, phone }: Newcomer): Promise<void> {
  await desk.goto('/console/reductions')
  await desk.getByLabel('姓名、手机号或申报单号').fill(phone)
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('button', { name: '清除条件' })).toBeVisible()
  // Search terms about persons must not be in the address.
  await expect(desk).not.toHaveURL(/keyword=/)
  const found = desk.getByRole('link', { name: new RegExp(`^${name}`) })
  // Before filtering, other students with this name may be listed.
  await expect(found).toHaveCount(1)
  await found.click()
}
