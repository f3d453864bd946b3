import type { Page, Route } from '@playwright/test'
import { axe } from './axe.ts'
import { demoStaff, staffSignIn, staffToken } from './staff.ts'
import { expect, pressAway, test } from './test.ts'

/** Year plans contain this course, but no test takes its exam. */
const course = '中成药合理应用'
/** A background worker reads the files, which takes time. */
const read = { timeout: 60_000 }

test.use({ tolerated: [/ERR_FAILED/] })

test('staff import questions, edit one and cannot make the question bank too small', async ({ page }) => {
  test.setTimeout(300_000)
  const mark = `${Date.now()}`
  const stem = `第 ${mark} 批药品的阴凉储存温度不超过多少？`
  await staffSignIn(page, demoStaff.academic)

  await test.step('a course is chosen in the list of question banks', async () => {
    await page.getByRole('navigation').getByRole('link', { name: '题库' }).click()
    const banks = page.getByRole('table', { name: '各课程的题库' })
    await expect(banks.getByText(/年度够用/).first()).toBeVisible()
    await banks.getByRole('link', { name: course }).click()
    await expect(page.getByRole('table', { name: '这门课程的题库' })).toBeVisible()
    await expect(page).toHaveURL(/course=/)
  })

  await test.step('columns of a file that the import does not know are assigned to fields', async () => {
    await page.getByRole('link', { name: '导入试题' }).click()
    await expect(page.getByRole('button', { name: '开始预览' })).toBeDisabled()
    await axe(page)
    await page
      .getByLabel('上传 Excel、CSV、GIFT 或 Aiken')
      .setInputFiles({ name: '试题.csv', mimeType: 'text/csv', buffer: fileOf(mark, stem) })
    await expect(page.getByText(/^试题\.csv（/)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^试题\.csv（/)).toBeVisible()
    await loseAnswer(page, '**/question_import/v1/check')
    await page.getByRole('button', { name: '开始预览' }).click()
    await expect(page.getByText('文件还在这里')).toBeVisible()
    await page.getByRole('button', { name: '开始预览' }).click()
    await expect(page.getByText('请指定每一列是什么')).toBeVisible(read)
    await expect(page.getByText('还没有指定哪一列是题干')).toBeVisible()
    await axe(page)
    const column = page.getByLabel('“考的是什么”这一列是什么')
    await column.fill('题干')
    // The drop-down list accepts keys only a moment after opening.
    await expect(async () => {
      await column.press('Enter')
      await expect(page.getByText('还没有指定哪一列是题干')).toBeHidden({ timeout: 500 })
    }).toPass({ timeout: 30_000 })
    await page.getByRole('button', { name: '按这样的对应重新检查' }).click()
  })

  await test.step('the check explains invalid rows, and the import continues after a reload', async () => {
    await expect(page.getByText('可导入 3')).toBeVisible(read)
    await page.reload()
    await page.getByText('可导入 3').click()
    const rows = page.getByRole('table', { name: '逐行结果' })
    await expect(rows.getByRole('row').filter({ hasText: stem })).toContainText('B')
    await rows.getByRole('button', { name: '展开行' }).first().click()
    await expect(rows.getByText('正确答案')).toBeVisible()
    await axe(page)
    await page.getByText('有错误 1').click()
    const bad = rows.getByRole('row').filter({ hasText: '没有写答案的试题' })
    await expect(bad).toContainText('4')
    await expect(bad).toContainText('没有填写')
    await axe(page)
  })

  await test.step('the finished import links to its questions', async () => {
    await page.getByRole('button', { name: '写入可导入的 3 道…' }).click()
    const ask = page.getByRole('dialog', { name: '写入 3 道？' })
    await expect(ask).toContainText('有错误的 1 道不写入')
    await axe(page)
    await ask.getByRole('button', { name: '写入 3 道' }).click()
    await expect(page.getByText(/^导入完成，共写入 3 道/)).toBeVisible(read)
    await axe(page)
    await page.getByRole('link', { name: '查看这次导入的试题' }).click()
    await expect(page.getByText('共 3 道')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: stem })).toContainText('作答不足')
  })

  await test.step('editing a question shows problems at their fields', async () => {
    await page.getByRole('link', { name: stem }).click()
    await expect(page.getByRole('heading', { name: '考生看到的样子' })).toBeVisible()
    await page.getByRole('radio', { name: '多选题' }).check()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('多选题至少有两个正确答案')).toBeVisible()
    await axe(page)
    await page.getByRole('checkbox', { name: '选项 C是正确答案' }).check()
    await page.getByRole('button', { name: '上移：选项 C' }).click()
    await expect(page.getByText('正确答案：B、C')).toBeVisible()
    await page.getByLabel('选项 D', { exact: true }).press('Enter')
    await expect(page.getByLabel('选项 E', { exact: true })).toBeFocused()
    await page.keyboard.type('以上都不对')
    await page.getByRole('button', { name: '删除选项 A' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('已保存', { exact: true })).toBeVisible()
    await expect(page.getByText(/第 2 版/)).toBeVisible()
    await page.reload()
    await expect(page.getByText('正确答案：A、B')).toBeVisible()
    await expect(page.getByLabel('选项 D', { exact: true })).toHaveValue('以上都不对')
  })

  await test.step('leaving asks about unsaved input, and a change of another person is not overwritten', async () => {
    await saveBehindTheirBack(page)
    await page.getByLabel('解析').fill('药典凡例。')
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText(/^这道题刚被 .+ 修改过/)).toBeVisible()
    await axe(page)
    await page.getByRole('link', { name: course }).click()
    const ask = page.getByRole('dialog', { name: '放弃没有保存的修改？' })
    const leave = ask.getByRole('button', { name: '放弃修改并离开' })
    await expect(leave).toBeVisible()
    await pressAway(leave)
    await expect(page.getByRole('table', { name: '这门课程的题库' })).toBeVisible()
  })

  await test.step('the question bank cannot become too small for its exam papers', async () => {
    await expect(page).toHaveURL(/course=/)
    await page.goto(`${page.url()}&type=JUDGE`)
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await page.getByRole('button', { name: '停用…' }).click()
    const ask = page.getByRole('dialog', { name: /^停用 \d+ 道试题？$/ })
    await expect(ask.getByLabel('原因')).toBeFocused()
    await ask.getByRole('button', { name: /^停用 \d+ 道$/ }).click()
    await expect(ask.getByText('请填写原因')).toBeVisible()
    await ask.getByLabel('原因').fill('法规修订，重新编写')
    await ask.getByRole('button', { name: /^停用 \d+ 道$/ }).click()
    await expect(ask.getByText(/^这样 \d{4} 年度就不够组卷：判断题需要 5 道，题库只有 0 道$/)).toBeVisible()
    await axe(page)
    await ask.getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '放弃并关闭' }).click()
    await expect(ask).toBeHidden()
    await page.getByRole('button', { name: '取消选择' }).click()
    const mine = page.getByRole('table', { name: '试题' }).getByRole('row').filter({ hasText: mark })
    await mine.getByRole('checkbox').check()
    await page.getByRole('button', { name: '停用…' }).click()
    await ask.getByLabel('原因').fill('测试结束')
    await ask.getByRole('button', { name: '停用 1 道' }).click()
    await expect(page.getByText('已停用 1 道试题')).toBeVisible()
    await expect(mine).toContainText('停用')
  })

  await test.step('the question bank is exported as a file', async () => {
    await page.getByRole('button', { name: '导出…' }).click()
    const ask = page.getByRole('dialog', { name: '导出试题' })
    await ask.getByRole('radio', { name: /Aiken/ }).check()
    const saved = page.waitForEvent('download')
    await ask.getByRole('button', { name: '导出', exact: true }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.txt$/)
    await expect(page.getByText(/^已导出 \d+ 道试题$/)).toBeVisible()
    await expect(page.getByText(/^\d+ 道没有导出/)).toBeVisible()
  })

  await test.step('a staff member who may only read questions has no edit buttons', async () => {
    await staffSignIn(page, demoStaff.auditor, `/console/questions?keyword=${mark}`)
    await page.getByRole('link', { name: stem }).click()
    await expect(page.getByText('正确答案', { exact: true }).first()).toBeVisible()
    await axe(page)
    const { courseId } = await shown(page)
    await page.goto(`/console/questions?course=${courseId}`)
    await expect(page.getByRole('table', { name: '试题' })).toBeVisible()
    for (const name of ['新建试题', '导入试题', '导出…'])
      await expect(page.getByText(name, { exact: true })).toHaveCount(0)
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await page.goto('/console/questions/import')
    await expect(page.getByText('没有权限').last()).toBeVisible()
  })
})

/** Makes a question table with an unknown column and a row without a correct answer. */
function fileOf(mark: string, stem: string): Buffer {
  const rows = [
    '题型,考的是什么,选项A,选项B,选项C,选项D,答案,难度,标签',
    `单选题,${stem},10℃,20℃,25℃,30℃,B,易,储存`,
    `判断题,第 ${mark} 批药品可以存放在阳光下。,,,,,错,,`,
    `单选题,第 ${mark} 批里没有写答案的试题怎么办？,甲,乙,丙,丁,,,`,
    `多选题,第 ${mark} 批药品入库时应当核对哪些？,名称,规格,批号,天气,"A,B,C",中,"验收,入库"`,
  ]
  return Buffer.from(rows.join('\r\n'))
}

/** Reads the stored question that the page shows. */
async function shown(page: Page) {
  const answer = await page.request.get('/api/staff/question/v1/info', {
    headers: { authorization: await staffToken(page) },
    params: { id: page.url().split('/').at(-1) ?? '' },
  })
  return (await answer.json()).data
}

/** Changes the question on the page by API, as another person would. */
async function saveBehindTheirBack(page: Page): Promise<void> {
  const { id, courseId, version, content } = await shown(page)
  const answer = await page.request.post('/api/staff/question/v1/save', {
    headers: { authorization: await staffToken(page) },
    data: { id, courseId, version, content: { ...content, difficulty: 3 } },
  })
  expect(await answer.json()).toMatchObject({ code: 1 })
}

/** Lets the server process the next call but drops its response. */
async function loseAnswer(page: Page, address: string): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(address, lose, { times: 1 })
}
