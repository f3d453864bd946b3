import type { Page } from '@playwright/test'
import { course } from '../server/seeds/courses/trial-year.ts'
import { axe, fitsBothSizes, sound } from './axe.ts'
import { answerShown, answerWrong, rightAnswers } from './exam-paper.ts'
import { type Newcomer, newcomer, rareName, register, storedSession } from './people.ts'
import { demoStaff, staffPost, staffSignIn } from './staff.ts'
import { callAs, signUpForTrial, studyAndEvaluate } from './studied.ts'
import { expect, test } from './test.ts'
import { bringBellNear } from './time.ts'

// The browser logs the network failures that this test causes.
test.use({ tolerated: [/ERR_INTERNET_DISCONNECTED/], permissions: ['camera'] })
test.setTimeout(300_000)

test('an attempt that ends offline is appealed and decided by two staff members', async ({
  page,
  visitor: first,
  colleague: second,
}) => {
  const person = newcomer(rareName('吴'))
  await register(page, person)
  const exam = await signUpForTrial(page)
  const path = `/exam/${exam.signId}/${exam.id}`
  await studyAndEvaluate(page, person, exam.id)
  await takePhoto(page)
  const green = { camera: 'GREEN', clock: 'GREEN', autosave: 'GREEN', upload: 'RED' } as const
  const notes = { upload: '上传很慢' }
  await callAs(page, 'POST /exam/v1/rehearse', { id: crypto.randomUUID(), ...green, notes })
  const attemptId = await sitUpTo18(page, exam)
  await Promise.all([staffSignIn(first, demoStaff.reviewer), staffSignIn(second, demoStaff.admin)])

  await test.step('the board shows the running attempt with its warnings', async () => {
    const captured = page.waitForResponse(/\/exam\/v1\/exam_capture/)
    await page.goto(path)
    await page.getByRole('button', { name: '继续考试' }).click()
    expect(await (await captured).json()).toMatchObject({ code: 1, data: { accepted: true } })
    await first.goto('/console/exams')
    await find(first, person.phone)
    await expect(rowOf(first, person)).toContainText('18 / 20')
    await expect(rowOf(first, person)).toContainText('在线')
    await sound(first)
  })

  await test.step('answers are sealed offline at the deadline and submitted later', async () => {
    await page.getByRole('button', { name: '第 19 题，未答' }).click()
    await bringBellNear(attemptId, 12)
    await answerWrong(page, course)
    await expect(page.getByText('已保存', { exact: true })).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^00:\d\d$/)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: '下一题' }).click()
    await answerShown(page, course)
    await expect(page.getByText('考试时间到，正在自动交卷…')).toBeVisible()
    await expect(page.getByText(/^网络不通。您的答案已在截止时封存在本机/)).toBeVisible()
    await axe(page)
    // The server submits the answers it has; later ones need an offline submission.
    await expect
      .poll(async () => (await callAs(page, 'GET /exam/v1/info', exam)).attempts)
      .toMatchObject([{ submittedBy: 'DEADLINE', score: 90 }])
    await page.context().setOffline(false)
    const result = page.getByRole('region', { name: '考试结果' })
    await expect(result).toContainText('95 分')
    await expect(result).toContainText(/考试合格；.*不计入继续教育/)
    await expect(result).toContainText('断网封存的答案，恢复后补交')
    await expect(result).toContainText('待核查')
    await axe(page)
  })

  await test.step('a question answered wrongly is practised until the answer is right', async () => {
    await page.getByRole('link', { name: '答卷与解析' }).click()
    await page.getByText('错题练习', { exact: true }).click()
    await expect(page.getByRole('heading', { name: /^第 1 道错题/ })).toContainText('共 1 道')
    await expect(page.getByRole('button', { name: '看答案' })).toBeDisabled()
    await answerWrong(page, course)
    await page.getByRole('button', { name: '看答案' }).press('Enter')
    await expect(page.getByText('答错了', { exact: true })).toBeVisible()
    await fitsBothSizes(page)
    await page.getByRole('button', { name: '再做一次' }).press('Enter')
    await expect(page.locator('fieldset input').first()).toBeFocused()
    await answerShown(page, course)
    await page.getByRole('button', { name: '看答案' }).press('Enter')
    await expect(page.getByText('答对了', { exact: true })).toBeVisible()
  })

  await test.step('the appeal form names missing fields, and the appeal shows its state', async () => {
    await page.getByRole('link', { name: '返回考试页' }).click()
    await page.getByRole('button', { name: '对这次考试提出申诉' }).press('Enter')
    const text = page.getByLabel(/^申诉内容/)
    await expect(text).toBeFocused()
    await page.keyboard.type('不服')
    await page.getByRole('button', { name: '提交申诉' }).press('Enter')
    await expect(page.getByText('请至少写 5 个字。')).toBeVisible()
    await expect(text).toBeFocused()
    await fitsBothSizes(page)
    await text.fill('第 19 题的选项有歧义，请复核')
    await page.getByRole('button', { name: '提交申诉' }).press('Enter')
    await expect(page.getByText('申诉处理中')).toBeVisible()
    await axe(page)
  })

  await test.step('a reset proposed by one staff member is refused by another', async () => {
    await first.getByText('已结束', { exact: true }).click()
    await first.getByRole('button', { name: `重置：${person.name}` }).click()
    const ask = first.getByRole('dialog', { name: /^申请重置：/ })
    await ask.getByRole('textbox', { name: '原因' }).fill('考点断网')
    await axe(first)
    await ask.getByRole('button', { name: '提交复核' }).click()
    await expect(rowOf(first, person)).toContainText('处置待复核')
    await first.getByRole('tab', { name: '处置复核' }).click()
    await expect(rowOf(first, person)).toContainText('您申请的，须由他人复核')
    await sound(first)
    await second.goto('/console/exams?tab=decisions')
    await rowOf(second, person).getByRole('button', { name: '驳回…' }).click()
    const refuse = second.getByRole('dialog', { name: /^驳回重置：/ })
    await expect(refuse).toContainText('考点断网')
    await axe(second)
    await refuse.getByRole('button', { name: '驳回', exact: true }).click()
    await expect(rowOf(second, person)).toHaveCount(0)
  })

  await test.step('rehearsals and extra time show the name of the student', async () => {
    await second.getByRole('tab', { name: '考前自检' }).click()
    await expect(rowOf(second, person)).toContainText('不可用')
    await expect(rowOf(second, person)).toContainText('上传很慢')
    await sound(second)
    await second.getByRole('tab', { name: '加时' }).click()
    await second.getByRole('button', { name: '设置加时…' }).click()
    const dialog = second.getByRole('dialog', { name: '设置加时' })
    await dialog.getByLabel('学员手机号').fill(person.phone)
    await dialog.getByRole('textbox', { name: '原因' }).fill('视力障碍')
    await axe(second)
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(rowOf(second, person)).toContainText('25%')
    await sound(second)
  })

  await test.step('staff read the appeal beside its exam paper and answer the appeal', async () => {
    await second.getByRole('tab', { name: '申诉' }).click()
    await sound(second)
    await rowOf(second, person).getByRole('button', { name: '看答卷…' }).click()
    const paper = second.getByRole('dialog', { name: /^答卷：/ })
    await expect(paper.getByRole('heading', { name: /^第 19 题/ })).toContainText('答错')
    await axe(second)
    await paper.getByRole('tab', { name: /^作答记录/ }).click()
    await expect(paper.getByText('记录完整，与回执一致')).toBeVisible()
    await second.keyboard.press('Escape')
    await expect(paper).toBeHidden()
    await rowOf(second, person).getByRole('button', { name: '答复…' }).click()
    const dialog = second.getByRole('dialog', { name: /^答复申诉：/ })
    await dialog.getByRole('radio', { name: '支持', exact: true }).check()
    await dialog.getByRole('radio', { name: /^复核试题/ }).check()
    const which = dialog.getByRole('combobox', { name: '哪一道题' })
    await which.fill('第 19 题')
    await which.press('Enter')
    await axe(second)
    await dialog.getByRole('radio', { name: '不支持' }).check()
    await expect(which).toHaveCount(0)
    await dialog.getByRole('radio', { name: '支持', exact: true }).check()
    await dialog.getByLabel('答复').fill('选项确有歧义，这道题重新评分')
    await dialog.getByRole('button', { name: '答复', exact: true }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('two staff members regrade the question, and the student sees the new points', async () => {
    await expect(second.getByRole('heading', { name: '重新评分' })).toBeVisible()
    await second.getByRole('radio', { name: /^全部给分/ }).check()
    await expect(second.getByText(/请先更正或停用这道题/)).toBeVisible()
    const [questionId] = /[^/]+$/.exec(new URL(second.url()).pathname) ?? []
    const off = { ids: [questionId], enabled: false, reason: '选项有歧义' }
    expect(await staffPost(second, '/question/v1/enable', off)).toMatchObject({ code: 1 })
    await second.getByRole('button', { name: '重新预览' }).click()
    const preview = second.getByRole('table', { name: '受影响的答卷' })
    await expect(preview.getByRole('row').filter({ hasText: masked(person) })).toContainText('100 分')
    await sound(second)
    await second.getByRole('button', { name: '申请重新评分…' }).click()
    const ask = second.getByRole('dialog', { name: '申请重新评分：全部给分' })
    await ask.getByLabel('更正说明').fill('选项有歧义，全部给分')
    await axe(second)
    await ask.getByRole('button', { name: '提交复核' }).click()
    await expect(second.getByText('您申请的，须由他人复核')).toBeVisible()
    await sound(second)
    await first.goto(second.url())
    await first.getByRole('button', { name: '同意…' }).click()
    const agree = first.getByRole('dialog', { name: '同意重新评分' })
    await axe(first)
    await agree.getByRole('button', { name: '同意并开始' }).click()
    await expect(first.getByText('已完成')).toBeVisible({ timeout: 90_000 })
    await staffPost(second, '/question/v1/enable', { ...off, enabled: true })
    await sound(first)
    await page.goto(path)
    const told = page.getByText(/成绩由 95 分（合格）更正为 100 分（合格）/)
    await expect(told.first()).toBeVisible()
    await fitsBothSizes(page)
  })

  await test.step('the capture review shows innocent causes first, then photo and captures with deletion dates', async () => {
    await first.goto(`/console/captures/${attemptId}`)
    await expect(first.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      '先排除非本人过错的原因',
      '头像与抓拍',
      '第一人：提出建议',
    ])
    const frames = first.getByRole('figure')
    await expect(frames.nth(0)).toContainText('头像')
    await expect(frames.nth(1)).toContainText(`${lastDay()} 自动删除`)
    await expect(frames.nth(1)).toContainText('摄像头：fake_device_0（可能是软件画面，请留意）')
    for (const picture of [
      first.getByRole('img', { name: `${person.name}的头像` }),
      first.getByRole('img', { name: '第 1 次抓拍' }),
    ])
      await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
    await sound(first)
  })

  await test.step('a void cannot be proposed while an innocent cause is possible, and one person alone cannot decide it', async () => {
    const cause = first.getByRole('checkbox', { name: '头像是多年前的照片' })
    const avoid = first.getByRole('radio', { name: '考试作废' })
    await cause.check()
    await expect(avoid).toBeDisabled()
    await cause.uncheck()
    await avoid.check()
    await first.getByRole('button', { name: '提出建议' }).click()
    await expect(first.getByText('请填写理由')).toBeVisible()
    await expect(first.getByText('请选择作废的依据')).toBeVisible()
    await first.getByRole('radio', { name: '与头像明显不是同一人' }).check()
    await first.getByLabel('理由').fill('照片中不是本人')
    await axe(first)
    await first.getByRole('button', { name: '提出建议' }).click()
    await expect(first.getByText('您提出的建议，由另一名审核员决定。')).toBeVisible()
    await axe(first)
  })

  await test.step('the second reviewer voids the attempt, and the student reads the reason', async () => {
    await second.goto('/console/captures?state=PROPOSED')
    await rowOf(second, person).getByRole('link').click()
    await second.getByRole('button', { name: '确认考试作废…' }).click()
    const ask = second.getByRole('dialog', { name: '确认：考试作废' })
    await expect(ask).toContainText('学时冲销')
    await axe(second)
    await ask.getByRole('textbox', { name: '原因' }).fill('已逐张比较并电话核实')
    await ask.getByRole('button', { name: '确认考试作废' }).click()
    await expect(ask.getByText(/^还有 \d+ 条没有确认/)).toBeVisible()
    for (const sentence of await ask.getByRole('checkbox').all()) await sentence.check()
    await ask.getByRole('button', { name: '确认考试作废' }).click()
    await expect(second.getByText('这次考试已作废')).toBeVisible()
    await expect(second.getByText(/已作废（作废前 \d+ 分）/)).toBeVisible()
    await sound(second)
    await page.reload()
    await expect(page.getByText('成绩已作废')).toBeVisible()
    await expect(page.getByText(/^作废原因：/)).toBeVisible()
    await expect(page.getByText(/^支持您的申诉：选项确有歧义/)).toBeVisible()
    await fitsBothSizes(page)
  })

  await test.step('two staff members restore the attempt after confirming each consequence', async () => {
    await first.goto(`/console/exams?attemptId=${attemptId}`)
    await first.getByRole('button', { name: `撤销作废：${person.name}` }).click()
    const ask = first.getByRole('dialog', { name: /^申请撤销作废：/ })
    await expect(ask).toContainText('学时重新计入')
    await ask.getByRole('textbox', { name: '原因' }).fill('本人到场核实')
    await axe(first)
    await ask.getByRole('button', { name: '提交复核' }).click()
    await expect(ask).toBeHidden()
    await second.goto('/console/exams?tab=decisions')
    await rowOf(second, person).getByRole('button', { name: '同意…' }).click()
    const yes = second.getByRole('dialog', { name: /^同意撤销作废：/ })
    await expect(yes.getByRole('checkbox').first()).toBeVisible()
    for (const sentence of await yes.getByRole('checkbox').all()) await sentence.check()
    await axe(second)
    await yes.getByRole('button', { name: '同意并生效' }).click()
    await expect(rowOf(second, person)).toHaveCount(0)
    await page.reload()
    await expect(page.getByText(/^作废已于 .* 撤销，成绩恢复有效。$/)).toBeVisible()
    await fitsBothSizes(page)
  })
})

const masked = ({ phone }: Newcomer) => `${phone.slice(0, 3)}****${phone.slice(-4)}`
const rowOf = (desk: Page, { name }: Newcomer) => desk.getByRole('row').filter({ hasText: name })

async function sitUpTo18(page: Page, exam: { signId: string; id: string }): Promise<string> {
  const { consent } = await callAs(page, 'GET /exam/v1/info', exam)
  const { version } = consent
  await callAs(page, 'POST /exam/v1/consent', { ...exam, mode: 'CAMERA', version })
  const { attemptId, questions } = await callAs(page, 'GET /exam/v1/start', exam)
  const answers = rightAnswers(course, questions.slice(0, 18))
  await callAs(page, 'POST /exam/v1/save_answer', { attemptId, seq: 1, answers })
  return attemptId
}

async function takePhoto(page: Page): Promise<void> {
  const session = await storedSession(page)
  const file = {
    name: '头像.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 320 } }),
  }
  const answer = await page.request.post('/api/client/file/v1/upload', {
    headers: { Authorization: session?.token ?? '' },
    multipart: { purpose: 'AVATAR', file },
  })
  const { data } = await answer.json()
  await callAs(page, 'POST /student/v1/modify', { avatarFileId: data.id })
}

async function find(desk: Page, words: string): Promise<void> {
  await desk.getByLabel('姓名、手机号或后四位').fill(words)
  await desk.keyboard.press('Enter')
}

function lastDay(): string {
  return new Date(Date.now() + (180 * 24 + 8) * 3_600_000).toISOString().slice(0, 10)
}
