import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { axe, sound } from './axe.ts'
import { demo, newcomer, rareName, sendLogin } from './people.ts'
import { demoStaff, staffPost, staffSignIn } from './staff.ts'
import { expect, test } from './test.ts'

test('why somebody’s hours count is looked up, down to the beats', async ({ page }) => {
  await staffSignIn(page, demoStaff.auditor, '/console/study')
  await page.getByLabel(/^手机号、报名编号/).fill(demo.proven)
  await page.keyboard.press('Enter')
  const courses = page.getByRole('table', { name: '周建国的课程' })
  await expect(courses).toBeVisible()
  await sound(page)
  await courses.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: '学时来源' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('已学完')
  await sound(page)
})

test('a table of students is imported; two of them are one person, and are merged by two', async ({
  page,
  visitor,
}) => {
  const name = rareName('何')
  const [kept, closed] = [newcomer(name), newcomer(name)]
  let password = ''
  await Promise.all([staffSignIn(page, demoStaff.academic), staffSignIn(visitor, demoStaff.admin)])

  await test.step('the dry run names what is wrong with a row', async () => {
    await importStudents(page, [kept, { ...closed, phone: '123' }])
    await expect(page.getByText(/有错误的 1 名不会写入/)).toBeVisible()
    const rows = page.getByRole('table', { name: '逐行结果' })
    await expect(rows.getByRole('row').filter({ hasText: '123' })).toContainText('11 位')
    await sound(page)
  })

  await test.step('what is right is written, and stands in the list of imports', async () => {
    await importStudents(page, [kept, closed])
    await page.getByRole('button', { name: '写入可导入的 2 名…' }).click()
    await axe(page)
    await page.getByRole('button', { name: '写入 2 名', exact: true }).click()
    await expect(page.getByRole('button', { name: /密码表/ }).first()).toBeVisible()
    await sound(page)
    await page.getByRole('link', { name: '导入记录' }).click()
    await expect(page.getByRole('row').filter({ hasText: `${kept.phone}.csv` })).toHaveCount(2)
    await sound(page)
  })

  await test.step('an imported learner accepts the texts before all else, on a phone', async () => {
    await visitor.goto('/h5/login')
    await sendLogin(visitor, kept.phone, await initialPassword(visitor, kept.phone))
    const asked = visitor.getByRole('heading', { name: '请先阅读并同意用户协议和隐私政策' })
    await expect(asked).toBeFocused()
    await sound(visitor)
    await visitor.getByRole('button', { name: '不同意' }).click()
    await expect(visitor.getByRole('heading', { name: '您没有同意' })).toBeFocused()
    await expect(visitor.getByRole('link', { name: '查看订单，申请退款' })).toBeVisible()
    await sound(visitor)
    await visitor.getByRole('button', { name: '返回阅读文本' }).click()
    await visitor.getByRole('button', { name: '同意并继续' }).click()
    await expect(visitor.getByRole('alert')).toHaveText('请先勾选，表示您已阅读并同意')
    await visitor.getByRole('checkbox').check()
    await visitor.getByRole('button', { name: '同意并继续' }).click()
    await expect(visitor.getByRole('dialog', { name: '请立即修改密码' })).toBeVisible()
  })

  await test.step('the other one on a desk, and may take what is their own without', async () => {
    await visitor.evaluate(() => localStorage.removeItem('user'))
    await visitor.goto('/login')
    password = await initialPassword(visitor, closed.phone)
    await sendLogin(visitor, closed.phone, password)
    const asked = visitor.getByRole('heading', { name: '请先阅读并同意用户协议和隐私政策' })
    await expect(asked).toBeVisible()
    await sound(visitor)
    await visitor.goto('/system/profile?activeName=2')
    await expect(visitor.getByText('您还没有同意现行的用户协议和隐私政策')).toBeVisible()
    await visitor.goto('/system/sign')
    await expect(asked).toBeVisible()
  })

  await test.step('the list finds them; each one’s page names the other', async () => {
    await page.goto('/console/students')
    await page.getByLabel('手机号或后四位').fill(kept.phone)
    await page.keyboard.press('Enter')
    await expect(page.getByText('共 1 名')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: kept.name }).click()
    const alike = page.getByRole('region', { name: '可能重复的账号' })
    await expect(alike).toContainText(`${closed.phone.slice(0, 3)}****${closed.phone.slice(-4)}`)
    await sound(page)
    await alike.getByRole('button', { name: /合并/ }).click()
    const dialog = page.getByRole('dialog', { name: '申请合并两个账号' })
    await dialog.getByLabel('原因').fill('重复注册，证书原件已核对')
    await axe(page)
    await dialog.getByRole('button', { name: '提交申请' }).click()
    await expect(alike.getByText('您提出的申请，由另一名工作人员决定。')).toBeVisible()
    await axe(page)
  })

  await test.step('a second member of staff merges them', async () => {
    await visitor.goto('/console/students/merges')
    const card = visitor.getByRole('article', { name: `合并申请：${kept.name}` })
    await expect(card).toContainText('重复注册，证书原件已核对')
    await sound(visitor)
    await card.getByRole('button', { name: '确认合并…' }).click()
    const ask = visitor.getByRole('dialog', { name: '确认合并两个账号' })
    await ask.getByLabel('原因').fill('已核对两个账号的证件照')
    await axe(visitor)
    await ask.getByRole('button', { name: '确认合并' }).click()
    await expect(card).toContainText('已关闭')
    await page.reload()
    await expect(page.getByRole('article', { name: /^合并申请/ })).toContainText('已关闭')
  })

  await test.step('the number that is closed says which one goes on, and there one reads of it', async () => {
    await visitor.evaluate(() => localStorage.removeItem('user'))
    await visitor.goto('/login')
    await sendLogin(visitor, closed.phone, password)
    const going = `${kept.phone.slice(0, 3)}****${kept.phone.slice(-4)}`
    await expect(visitor.getByRole('alert').filter({ hasText: going }).first()).toContainText(
      '合并',
    )
    await axe(visitor)
    await sendLogin(visitor, kept.phone, await initialPassword(visitor, kept.phone))
    await expect(visitor).toHaveURL('/system/dashboard')
    await visitor.goto('/h5/system/messages')
    await expect(visitor.getByText(/合并/).first()).toBeVisible()
  })
})

/** The password that staff give somebody anew, as the import did. */
async function initialPassword(desk: Page, phone: string): Promise<string> {
  const found = await staffPost(desk, '/student_desk/v1/list', { phone })
  const wish = { id: found.data.list[0].id, key: randomUUID(), reason: '首次登录' }
  return (await staffPost(desk, '/student_desk/v1/reset_password', wish)).data.password
}

interface Row {
  name: string
  idNo: string
  phone: string
  certificateNo: string
}

/** Uploads a table of students at its desk and has it checked; the file is called by the first one's phone. */
async function importStudents(desk: Page, rows: Row[]): Promise<void> {
  await desk.goto('/console/students/import?kind=STUDENTS')
  const lines = rows.map((row) => [row.name, row.idNo, row.phone, row.certificateNo].join(','))
  const buffer = Buffer.from(['姓名,证件号,手机号,资格证书编号', ...lines].join('\n'))
  const chosen = desk.waitForEvent('filechooser')
  await desk.getByRole('button', { name: '上传 Excel 或 CSV' }).click()
  await (await chosen).setFiles({ name: `${rows[0]?.phone}.csv`, mimeType: 'text/csv', buffer })
  await desk.getByRole('button', { name: '开始预览' }).click()
  await expect(desk.getByRole('table').first()).toBeVisible()
}
