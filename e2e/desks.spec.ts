import { axe, narrow, sound } from './axe.ts'
import { thisYear } from './people.ts'
import { demoStaff, staffSignIn } from './staff.ts'
import { expect, test } from './test.ts'

test.setTimeout(300_000)

const trial = `${thisYear - 3} 试用年`
const course = '执业药师继续教育入门'

interface Desk {
  path: string
  shows: string | RegExp
  link?: string | RegExp
  item?: string
}

/**
 * Each console page with demo data, and an item to open. Other files test items with special states, such as
 * `appeal.spec.ts`.
 */
const desks: Desk[] = [
  { path: '', shows: '减免待审核' },
  { path: '/posters', shows: /共 \d+ 篇/ },
  { path: '/poster-import', shows: '文件怎么准备' },
  { path: '/swipers', shows: '学时证明在线核验' },
  { path: '/friendlinks', shows: '国家药品监督管理局' },
  { path: '/plans', shows: trial, link: `${thisYear - 3} 年度`, item: '共 1 门' },
  { path: '/plans/new', shows: '要求专业科目学时' },
  { path: '/courses', shows: course, link: course, item: '共 2 个课时' },
  { path: '/teachers', shows: '林晓禾' },
  { path: '/questions', shows: course, link: /[。？]$/, item: '考生看到的样子' },
  { path: '/questions/new', shows: '请先选择课程' },
  { path: '/students', shows: /共 \d+ 名/ },
  { path: '/students/imports', shows: '导入记录' },
  { path: '/students/import?kind=HOURS', shows: '每行一条记录' },
  { path: '/students/corrections', shows: '更正申请' },
  { path: '/study', shows: '请输入要查的学员' },
  { path: '/exams', shows: '只看需要留意的' },
  { path: '/captures', shows: /共 \d+ 次/ },
  { path: '/proofs', shows: /共 \d+ 份/, link: /^CE\d/, item: '签发时的内容' },
  { path: '/fonts', shows: '添加过的字体' },
  { path: '/reductions', shows: '发表论文', link: /发表论文$/, item: '申请内容' },
  { path: '/reduction-types', shows: '援藏援疆援外' },
  { path: '/statistics', shows: '从报名到证明' },
  { path: '/finance', shows: /共 \d+ 笔/, link: /^20\d{12}/, item: '报名明细' },
  { path: '/finance?tab=refunds', shows: '待审核' },
  { path: '/finance?tab=differences', shows: '待处理' },
  { path: '/finance?tab=bills', shows: '演示收银台' },
  { path: '/invoices?view=ISSUED', shows: /共 \d+ 张/, link: '周建国', item: '发票详情' },
  { path: '/organisations', shows: '江州示例大药房连锁有限公司' },
  { path: '/site-info', shows: '页脚预览' },
  { path: '/texts', shows: '起草新版本' },
  { path: '/staff', shows: '超级管理员' },
  { path: '/settings', shows: '未付订单的有效期' },
  { path: '/retention', shows: '考试抓拍' },
  { path: '/system-status', shows: '现在的情况' },
  { path: '/deliveries', shows: '没有开通邮件或短信' },
  { path: '/audit', shows: /共 \d+ 条/ },
  { path: '/account', shows: '可以做的事' },
  { path: '/nothing-here', shows: '页面不存在' },
]

test('every console page shows its data, fits the screen and is accessible', async ({ page }) => {
  await staffSignIn(page, demoStaff.admin)
  const menu = page.getByRole('navigation', { name: '后台菜单' }).getByRole('link')
  await expect(menu.first()).toBeVisible()
  const inMenu = await menu.evaluateAll((links) =>
    links.map((link) => ({
      path: link.getAttribute('href')?.replace('/console', '') ?? '',
      shows: link.textContent ?? '',
    })),
  )
  const listed = desks.map(({ path }) => path.replace(/\?.*/, ''))
  // A new console page that is not listed shows its own title.
  const others: Desk[] = inMenu.filter(({ path }) => !listed.includes(path))
  const main = page.getByRole('main')
  for (const { path, shows, link, item } of [...desks, ...others])
    await test.step(path || '/', async () => {
      // Navigate by menu, because reloading the console for each page is slow.
      const entry = menu.and(page.locator(`[href="/console${path}"]`))
      if (await entry.isVisible()) await entry.click()
      else await page.goto(`/console${path}`)
      await expect(page).toHaveURL(`/console${path}`)
      await expect(main).toContainText(shows)
      await sound(page)
      if (!link || !item) return
      await main.getByRole('link', { name: link }).first().click()
      await expect(main).toContainText(item)
      await sound(page)
    })
  await page.setViewportSize(narrow)
  await page.getByRole('button', { name: '打开菜单' }).click()
  await expect(page.getByRole('dialog', { name: '菜单' })).toBeVisible()
  await axe(page)
})

test('a new privacy text is refused by a second person', async ({ page, visitor }) => {
  const version = `E2E-${Date.now()}`
  await Promise.all([
    staffSignIn(page, demoStaff.editor, '/console/texts?kind=PRIVACY'),
    staffSignIn(visitor, demoStaff.admin, '/console/texts?kind=PRIVACY'),
  ])
  await page.getByRole('button', { name: '起草新版本' }).click()
  await page.getByLabel('版本号').fill(version)
  await page.getByLabel('生效日期', { exact: true }).fill('2020-01-01')
  await page.getByLabel('修改说明').fill('写明了数据保存的期限')
  await sound(page)
  const send = page.getByRole('button', { name: '提交审核…' })
  const agree = page.getByRole('dialog').getByRole('button', { name: '提交', exact: true })
  await send.click()
  await agree.click()
  await expect(page.getByText('生效日期不能早于今天')).toBeVisible()
  const later = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('生效日期', { exact: true }).fill(later)
  await send.click()
  await agree.click()
  await expect(page.getByText('须由另一名工作人员审核')).toBeVisible()
  await expect(page.getByRole('button', { name: '通过…' })).toHaveCount(0)
  await sound(page)
  await visitor.reload()
  await visitor.getByRole('button', { name: '驳回…' }).click()
  const dialog = visitor.getByRole('dialog', { name: `驳回隐私政策 ${version}？` })
  await dialog.getByLabel('原因').fill('第三条表述不清')
  await axe(visitor)
  await dialog.getByRole('button', { name: '驳回' }).click()
  await expect(visitor.getByText('已驳回', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText(/驳回于.*第三条表述不清/)).toBeVisible()
})

test('a swiper picture is refused if too small and cropped if its aspect ratio is wrong', async ({ page }) => {
  await staffSignIn(page, demoStaff.admin, '/console/swipers')
  await page.getByRole('button', { name: '新建轮播图' }).click()
  const dialog = page.getByRole('dialog', { name: '新建轮播图' })
  const choose = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
    const buffer = await page.screenshot()
    await page.setViewportSize({ width: 1366, height: 768 })
    await dialog.locator('input[type="file"]').setInputFiles({ name: '图.png', mimeType: 'image/png', buffer })
  }
  await choose(400, 300)
  await expect(dialog.getByText(/400×300 像素，太小.*至少要 960×384/)).toBeVisible()
  await choose(1200, 1200)
  const crop = page.getByRole('dialog', { name: '裁剪轮播图（宽 5：高 2）' })
  await expect(crop.getByText('选取了 1200×480 像素')).toBeVisible()
  const frame = crop.getByLabel('选取框', { exact: true })
  await frame.focus()
  const top = await frame.evaluate((element) => element.style.top)
  await page.keyboard.press('ArrowDown')
  expect(await frame.evaluate((element) => element.style.top)).not.toBe(top)
  await axe(page)
  await crop.getByRole('button', { name: '用选取的部分' }).click()
  await expect(dialog.getByAltText('已选的图片')).toBeVisible()
})

test('Back closes a dialog after asking about unsaved input, then leaves the page', async ({ page }) => {
  await staffSignIn(page, demoStaff.admin)
  await page.goto('/console/staff')
  await page.goto('/console/organisations')
  const make = page.getByRole('button', { name: '新建用人单位' })
  const dialog = page.getByRole('dialog', { name: '新建用人单位' })
  const name = dialog.getByLabel('单位名称')
  const layers = () => page.evaluate(() => history.state?.layer ?? 0)
  const goBack = () => page.evaluate(() => history.back())
  await make.click()
  await expect.poll(layers).toBe(1)
  await goBack()
  await expect(dialog).toBeHidden()
  await expect(make).toBeFocused()
  await make.click()
  await name.fill('江州药房')
  await goBack()
  const question = page.getByRole('dialog', { name: /放弃没有保存的修改？/ })
  await axe(page)
  await question.getByRole('button', { name: '继续填写' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('江州药房')
  await goBack()
  await question.getByRole('button', { name: '放弃并关闭' }).click()
  await expect(dialog).toBeHidden()
  // After a reload the history entry of the dialog remains.
  await make.click()
  await expect.poll(layers).toBe(1)
  await page.reload()
  await expect(make).toBeVisible()
  await goBack()
  await expect(page).toHaveURL('/console/staff')
})
