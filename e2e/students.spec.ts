import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { demoEmployer } from '../server/src/platform/demo.ts'
import { axe, sound } from './axe.ts'
import { demo, newcomer, rareName, sendLogin } from './people.ts'
import { demoStaff, staffPost, staffSignIn } from './staff.ts'
import { expect, test } from './test.ts'

test('staff find out why hours were credited, down to single heartbeats', async ({ page }) => {
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

test('a table of students is imported, and two accounts of one person are merged by two staff members', async ({
  page,
  visitor,
}) => {
  const name = rareName('何')
  const [kept, closed] = [newcomer(name), newcomer(name)]
  let password = ''
  await Promise.all([staffSignIn(page, demoStaff.academic), staffSignIn(visitor, demoStaff.admin)])

  await test.step('the check names the problem of a table row', async () => {
    await importStudents(page, [kept, { ...closed, phone: '123' }])
    await expect(page.getByText(/有错误的 1 名不会写入/)).toBeVisible()
    const rows = page.getByRole('table', { name: '逐行结果' })
    await expect(rows.getByRole('row').filter({ hasText: '123' })).toContainText('11 位')
    await sound(page)
  })

  await test.step('valid rows are imported, and the list of imports shows the import', async () => {
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

  await test.step('an imported student accepts the legal texts first, on a phone', async () => {
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

  await test.step('the other student uses a desktop and can read own data without accepting the legal texts', async () => {
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

  await test.step('the list finds both accounts, and each page names the other', async () => {
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

  await test.step('a second staff member approves the merge', async () => {
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

  await test.step('the closed account names the account that remains, which gets a message', async () => {
    await visitor.evaluate(() => localStorage.removeItem('user'))
    await visitor.goto('/login')
    await sendLogin(visitor, closed.phone, password)
    const going = `${kept.phone.slice(0, 3)}****${kept.phone.slice(-4)}`
    await expect(visitor.getByRole('alert').filter({ hasText: going }).first()).toContainText('合并')
    await axe(visitor)
    await sendLogin(visitor, kept.phone, await initialPassword(visitor, kept.phone))
    await expect(visitor).toHaveURL('/system/dashboard')
    await visitor.goto('/h5/system/messages')
    await expect(visitor.getByText(/合并/).first()).toBeVisible()
  })
})

test('an unsuitable employer list is refused at once, and after a reload the page asks for it again', async ({
  page,
}) => {
  await page.goto('/employer/login')
  await page.getByLabel('统一社会信用代码').fill(demoEmployer.creditCode)
  await page.getByLabel('密码', { exact: true }).fill(demo.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('navigation').getByRole('link', { name: '导入名单' }).click()
  const person = newcomer(rareName('单'))
  const list = (heading: string) => ({
    name: '名单.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${heading},证件号\n${person.name},${person.idNo}\n无号码,123\n`),
  })
  const file = page.getByLabel('选择名单文件')
  await file.setInputFiles({ ...list('姓名'), name: '名单.xls' })
  await expect(page.getByRole('alert').first()).toContainText('另存为 .xlsx')
  await expect(page.getByRole('button', { name: '开始预览' })).toBeDisabled()
  await sound(page)
  await file.setInputFiles(list('是谁'))
  await page.getByRole('button', { name: '开始预览' }).click()
  await expect(page.getByRole('heading', { name: '列的对应' })).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: '重新选择文件' }).click()
  await file.setInputFiles(list('姓名'))
  await page.getByRole('button', { name: '开始预览' }).click()
  await page.getByRole('button', { name: '写入可导入的 1 人…' }).click()
  await page.getByRole('button', { name: '写入 1 人', exact: true }).click()
  await expect(page.getByText('导入完成，共写入 1 人；1 人没有写入')).toBeVisible()
  await sound(page)
})

/** Resets the student's password as staff and returns the new one. */
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

/** Uploads and checks a table of students, named after the first student's phone. */
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
