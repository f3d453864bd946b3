import type { Page } from '@playwright/test'
import { course } from '../server/seeds/courses/trial-year.ts'
import { accessible, axe } from './axe.ts'
import { answerRight } from './exam-paper.ts'
import { fillRegistration, newcomer, storedSession, thisYear } from './people.ts'
import { photoOfQr } from './proof-qr.ts'
import { demoStaff, staffSignIn } from './staff.ts'
import { expect, test } from './test.ts'

const year = thisYear - 3
const person = newcomer('李知年')
/** The verdict that the verification page shows first for a trial proof. */
const trialVerdict = '试用证明，无效力，不作为执业药师学时凭据'

// The file name makes this test start first, because both lessons are watched in real time.
test.setTimeout(300_000)
test.use({ permissions: ['camera'] })

test('a new student completes a trial year from the home page to a verified proof', async ({
  page,
  visitor,
  browser,
}) => {
  let pdf: Buffer = Buffer.alloc(0)
  await test.step('the student registers', async () => {
    await page.goto('/index')
    await page.getByRole('link', { name: '新学员注册' }).click()
    await expect(page).toHaveTitle(/^注册 - /)
    await page.getByRole('button', { name: '《用户协议》' }).click()
    await expect(page.getByRole('dialog', { name: '用户协议' })).toContainText('版本：')
    await axe(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '注册' }).click()
    await expect(page.getByText('请阅读并同意用户协议和隐私政策')).toBeVisible()
    // The page lists all problems of the form, with links to visible fields.
    const wrong = page.getByRole('alert').filter({ hasText: /^有 \d+ 处需要改正：/ })
    await expect(wrong).toBeInViewport()
    await axe(page)
    await wrong.getByRole('button', { name: '姓名' }).click()
    await expect(page.getByLabel('姓名')).toBeFocused()
    await expect(page.locator('label', { hasText: /^姓名$/ })).toBeInViewport({ ratio: 1 })
    await fillRegistration(page, person)
    await axe(page)
    await page.getByRole('button', { name: '注册' }).click()
    await expect(page).toHaveURL('/system/dashboard')
    await expect(page.getByText(`${person.name}，您好`)).toBeVisible()
    // The wire field `initPassword` is true when the user chose the password.
    expect(await storedSession(page)).toMatchObject({ initPassword: true })
    await axe(page)
  })

  await test.step('the student signs up for free', async () => {
    await page.getByRole('link', { name: '继续教育报名' }).click()
    const title = page.getByRole('heading', { name: `${year} 试用年` })
    await expect(page.locator('section', { has: title })).toContainText('免费')
    await axe(page)
    await page.getByRole('link', { name: `选课报名：${year} 试用年` }).click()
    await expect(page.getByText('已选 6 / 要求 6 学时')).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: '确认报名' }).click()
    const ask = page.getByRole('dialog', { name: `确认报名 ${year} 试用年？` })
    await expect(ask).toContainText('共 1 门课程、6 学时，免费')
    await axe(page)
    await ask.getByRole('button', { name: '确认报名' }).click()
    await expect(page).toHaveURL(/\/system\/my-courses\/[^/]+$/)
    await axe(page)
  })

  await test.step('the student rehearses the exam before it opens', async () => {
    await page.getByRole('link', { name: '考前自检' }).click()
    await expect(page.getByText('还有课时没有学完')).toBeVisible()
    await expect(page.getByRole('heading', { name: '考前自检' })).toBeFocused()
    const sent = page.waitForRequest(/\/file\/v1\/upload$/)
    await page.getByRole('button', { name: '开始自检' }).click()
    // The self-check sends data like exam captures, so that it detects a blocking proxy.
    expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data; /)
    // The self-check may be slow on a busy machine.
    await expect(page.getByText(/上次自检：.+，(全部正常|有一项勉强可用)。/)).toBeVisible()
    const found = page.getByRole('region', { name: '考前自检' }).getByRole('listitem')
    await expect(found.filter({ hasText: /正常|勉强可用/ })).toHaveCount(4)
    await axe(page)
    await page.getByRole('link', { name: '返回课程列表' }).click()
  })

  await test.step('the student watches both lessons in large print', async () => {
    await page.getByRole('button', { name: '大字版' }).click()
    await page.getByRole('link', { name: /^开始学习：/ }).click()
    await axe(page)
    await expect(page).toHaveTitle(/^.+ · .+ - /)
    await page.setViewportSize({ width: 1366, height: 650 })
    await expect(page.getByRole('button', { name: '全屏' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('已保存', { exact: true })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.getByRole('button', { name: '开始学习' }).click()
    await expect(page.getByRole('paragraph').filter({ hasText: '本课时已学完' })).toBeVisible({
      timeout: 120_000,
    })
    await page.getByRole('button', { name: /^不自动播放/ }).click()
    await axe(page)
    await page.getByRole('link', { name: '下一课时：从考试到证明' }).click()
    await expect(page.getByRole('region', { name: /^视频播放器/ })).toBeFocused()
  })

  await test.step('the student evaluates the course', async () => {
    const dialog = page.getByRole('dialog', { name: /^评价课程/ })
    await expect(dialog).toBeVisible({ timeout: 120_000 })
    await dialog.getByRole('button', { name: '提交评价' }).click()
    await expect(dialog.getByText('有 3 处需要改正：')).toBeVisible()
    await axe(page)
    for (const aspect of ['课程内容', '授课教师', '对工作的帮助'])
      await dialog.getByRole('group', { name: aspect }).getByRole('radio', { name: /^5 分/ }).check()
    await dialog.getByLabel(/^意见与建议/).fill('讲得清楚')
    await dialog.getByRole('button', { name: '提交评价' }).click()
    const done = page.getByRole('dialog', { name: '评价已提交' })
    await expect(done.getByText(/^谢谢您的评价/)).toBeFocused()
    await axe(page)
    await done.getByRole('link', { name: '去考试' }).click()
  })

  await test.step('the student takes the exam with a camera', async () => {
    const begin = page.getByRole('button', { name: '开始考试' })
    await expect(begin).toBeDisabled()
    await expect(page.getByRole('button', { name: '大字版', pressed: true })).toBeVisible()
    await accessible(page)
    await expect(page.getByText(/^摄像头检查通过/)).toBeVisible()
    await page.getByRole('checkbox', { name: /^我已阅读并同意考试须知/ }).check()
    await axe(page)
    const captured = page.waitForResponse(/\/exam\/v1\/exam_capture/)
    await begin.click()
    await expect(page.getByRole('timer', { name: '剩余时间' })).toHaveText(/^(30:00|29:\d\d)$/)
    // The narrow layout hides the answer sheet behind a button.
    await expect(page.getByRole('complementary', { name: '答题卡' })).toBeHidden()
    await accessible(page)
    await answerRight(page, course)
    expect(await (await captured).json()).toMatchObject({ code: 1, data: { accepted: true } })
    await expect(page.getByText('已保存', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: '答题卡 20/20' }).click()
    const sheet = page.getByRole('dialog', { name: '答题卡' })
    await expect(sheet.getByText('已答 20 题，未答 0 题')).toBeVisible()
    await axe(page)
    await sheet.getByRole('button', { name: '交卷' }).click()
    const ask = page.getByRole('dialog', { name: '确认交卷？' })
    await expect(ask).toContainText('20 道题已全部作答。')
    await axe(page)
    await ask.getByRole('button', { name: '确认交卷' }).click()
  })

  await test.step('the student passes and gets a receipt', async () => {
    const result = page.getByRole('region', { name: '考试结果' })
    await expect(result).toContainText('100 分')
    await expect(result).toContainText('不计入继续教育')
    await expect(result).not.toContainText('已计入')
    await expect(result).not.toContainText('剩余次数')
    await expect(result).toContainText(`${year} 试用年的试用学时已修满，试用证明已生成。`)
    const proof = result.getByRole('link', { name: '查看学时证明' })
    await expect(proof).toHaveAttribute('href', /\/grant\/detail\?id=/)
    await expect(result.locator('code')).toHaveText(/^\S{8,}$/)
    await expect(result.getByText(/^待核查/)).toHaveCount(0)
    await accessible(page)
    await result.getByRole('link', { name: '答卷与解析' }).click()
  })

  await test.step('the student reviews the paper and verifies the receipt', async () => {
    await expect(page.getByRole('heading', { name: /^第 20 题/ })).toContainText('答对')
    await expect(page.getByText('正确答案 · 您的选择').first()).toBeVisible()
    await axe(page)
    await page.getByText('错题练习', { exact: true }).click()
    await expect(page.getByText('没有错题')).toBeVisible()
    await page.getByText('作答记录', { exact: true }).click()
    await expect(page.getByText('记录完整，与回执一致')).toBeVisible()
    await axe(page)
    await page.goto('/system/grant')
  })

  await test.step('the student finds hours and proof', async () => {
    const card = page.getByRole('listitem').filter({ hasText: `${year} 试用年` })
    await expect(card).toContainText('已发证')
    await expect(card).toContainText('6 / 6 学时')
    await axe(page)
    await card.getByRole('link', { name: '查看证明' }).click()
    await expect(page.getByText(person.name, { exact: true })).toBeVisible()
    await expect(page.getByText(course.title)).toBeVisible()
    await axe(page)
    pdf = await pdfOf(page)
  })

  await test.step('a visitor verifies the proof', async () => {
    const photo = await photoOfQr(visitor, pdf)
    await visitor.goto('/verify')
    await expect(visitor.getByRole('button', { name: '扫一扫' })).toBeEnabled()
    const number = visitor.getByLabel('核验编号')
    await number.fill('abc')
    await visitor.getByRole('button', { name: '核验', exact: true }).click()
    await expect(visitor.getByText('请输入 16 位字母和数字的核验编号')).toBeInViewport()
    await expect(number).toBeFocused()
    const choose = visitor.getByLabel('含证明二维码的图片')
    const other = await visitor.screenshot()
    await choose.setInputFiles({ name: '网页.png', mimeType: 'image/png', buffer: other })
    // The page's own QR code, where visible, leads to the phone version and is no proof.
    await expect(visitor.getByText(/这不是本平台学时证明的二维码|图片里没有认出二维码/)).toBeVisible()
    await choose.setInputFiles({ name: '证明.png', mimeType: 'image/png', buffer: photo })
    await expect(visitor).toHaveURL(/\/verify\/[0-9A-Z]{16}#\S+$/)
    await expect(visitor.getByRole('heading', { name: trialVerdict })).toBeVisible()
    await expect(visitor.getByText(person.name)).toHaveCount(0)
    await axe(visitor)
    const name = visitor.getByLabel(/^核对姓名/)
    await name.fill('李知月')
    await visitor.getByRole('button', { name: '核对' }).click()
    await expect(visitor.getByText('姓名不一致')).toBeVisible()
    await name.fill(person.name)
    await visitor.getByRole('button', { name: '核对' }).click()
    await expect(visitor.getByText('姓名一致')).toBeVisible()
    await axe(visitor)
    await name.fill('李知月')
    await expect(visitor.getByText('姓名一致')).toHaveCount(0)
    await visitor.goto('/verify/offline')
    await visitor.getByLabel('含二维码的图片').setInputFiles({ name: '证明.png', mimeType: 'image/png', buffer: photo })
    await expect(visitor.getByRole('heading', { name: /^试用证明/ })).toBeFocused()
    await axe(visitor)
    await visitor.goBack()
    await expect(visitor.getByRole('heading', { name: trialVerdict })).toBeVisible()
  })

  await test.step('every page shows the year as complete', async () => {
    await page.getByRole('link', { name: '查看公开核验页' }).click()
    await expect(page.getByRole('heading', { name: trialVerdict })).toBeVisible()
    await page.goto('/system/dashboard')
    const row = page.getByRole('row', { name: new RegExp(`^${year} `) })
    await expect(row).toContainText('6 / 6')
    await expect(row.getByRole('link', { name: /^查看证明/ })).toBeVisible()
    await axe(page)
    await page.getByRole('link', { name: '我的课程' }).click()
    const card = page.getByRole('listitem').filter({ hasText: `${year} 试用年` })
    await expect(card).toContainText('已完成')
  })

  await test.step('staff see the exam rehearsal and revoke the proof, and verification shows that it is revoked', async () => {
    const desk = await (await browser.newContext()).newPage()
    const rehearsals = `/console/exams?tab=rehearsals&keyword=${person.phone}`
    await staffSignIn(desk, demoStaff.admin, rehearsals)
    const rehearsed = desk.getByRole('row').filter({ hasText: person.name })
    await expect(rehearsed.getByText(/^(正常|勉强可用)$/)).toHaveCount(4)
    await axe(desk)
    await desk.goto('/console/proofs')
    await desk.getByLabel('证明编号、核验编号、姓名或资格证书编号').fill(person.certificateNo)
    await desk.keyboard.press('Enter')
    await expect(desk.getByText('共 1 份')).toBeVisible()
    await desk.getByRole('link', { name: /^SY/ }).click()
    await desk.getByRole('button', { name: '撤销…' }).click()
    const ask = desk.getByRole('dialog', { name: '撤销学时证明' })
    await ask.getByLabel('原因').fill('证书编号登记错误')
    await ask.getByRole('button', { name: '撤销', exact: true }).click()
    await expect(desk.getByText('已撤销：证书编号登记错误')).toBeVisible()
    await desk.context().close()
    await visitor.reload()
    await expect(visitor.getByRole('heading', { level: 1, name: /撤销/ })).toBeVisible()
    await expect(visitor.getByText('撤销原因：证书编号登记错误')).toBeVisible()
    await expect(visitor.getByRole('heading', { name: trialVerdict })).toHaveCount(0)
    await axe(visitor)
  })
})

async function pdfOf(page: Page): Promise<Buffer> {
  const href = await page.getByRole('link', { name: /打开 PDF/ }).getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  return answer.body()
}
