import type { Page } from '@playwright/test'
import { zipSync } from 'fflate'
import { axe } from './axe.ts'
import { body, contentOf, draft, insertPicture, paste, saved, seeds } from './content-desk.ts'
import { demoStaff, sendStaffLogin, staffGet, staffPost, staffSignIn } from './staff.ts'
import { expect, test } from './test.ts'

test('unsaved text of a content item survives a closed page, and leaving the page asks first', async ({ page }) => {
  await staffSignIn(page, demoStaff.editor)
  await draft(page, '暂存', '已经保存的。')
  await body(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type('还没有保存的。')
  await expect(page.getByText(/^未保存，\d\d:\d\d 暂存在本机$/)).toBeVisible()
  await page.getByRole('link', { name: '批量导入' }).click()
  const ask = page.getByRole('dialog', { name: '放弃没有保存的修改？' })
  await ask.getByRole('button', { name: '留在这里' }).click()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText(/^这台电脑上有一份 .+ 没有保存的修改$/)).toBeVisible()
  await expect(body(page)).not.toContainText('还没有保存的。')
  await axe(page)
  // The found local copy waits for a decision, even if other text is saved.
  await body(page).click()
  await page.keyboard.type('先写的。')
  await page.keyboard.press('Control+s')
  await saved(page)
  await page.reload()
  await page.getByRole('button', { name: '恢复' }).click()
  await expect(body(page)).toContainText('还没有保存的。')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await saved(page)
})

test.describe('session that ends during editing', () => {
  test.use({ tolerated: [/status of 401/] })

  test('text typed after the session ended is still there when the editor has signed in again', async ({ page }) => {
    await staffSignIn(page, demoStaff.editor)
    await draft(page, '会话', '已经保存的。')
    const address = new URL(page.url()).pathname
    await body(page).click()
    await page.keyboard.press('End')
    await page.keyboard.type('会话结束时写的。')
    await staffPost(page, '/staff/v1/logout', {})
    await page.keyboard.press('Control+s')
    await expect(page).toHaveURL(/\/console\/login\?return=.+&why=expired$/)
    await sendStaffLogin(page, demoStaff.editor)
    await expect(page).toHaveURL(address)
    await page.getByRole('button', { name: '恢复' }).click()
    await expect(body(page)).toContainText('会话结束时写的。')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await saved(page)
  })
})

test.describe('upload on a bad connection', () => {
  test.use({ tolerated: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] })

  test('an upload waits for the network, continues and can be cancelled', async ({ page, context }) => {
    await staffSignIn(page, demoStaff.editor, '/console/posters/new?category=32')
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/file/v1/chunk', async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    await page.getByLabel('上传视频').setInputFiles(`${seeds}insulin.mp4`)
    await expect(page.getByText(/^正在上传/)).toBeVisible()
    await axe(page)
    await context.setOffline(true)
    goOn()
    await expect(page.getByText('网络中断，恢复后自动继续')).toBeVisible()
    await axe(page)
    await page.unroute('**/file/v1/chunk')
    await context.setOffline(false)
    await expect(page.getByLabel('当前视频')).toBeVisible()
    await page.getByLabel('上传封面').setInputFiles({
      name: 'fake.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<script>alert(1)</script>'),
    })
    await expect(page.getByText(/^不支持这种文件/)).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: '取消上传 fake.png' }).click()
    await expect(page.getByText('fake.png')).toHaveCount(0)
  })
})

test('text pasted from Word becomes plain structure, and a link with a script is refused', async ({ page }) => {
  await staffSignIn(page, demoStaff.editor, '/console/posters/new?category=28')
  await body(page).click()
  await paste(page, word)
  await expect(body(page).getByRole('heading', { level: 2 })).toHaveText('一、总则')
  await expect(body(page).locator('ol > li')).toHaveText(['第一项', '第二项'])
  await expect(body(page).locator('td[colspan="2"]')).toHaveText('合并')
  await expect(body(page).locator('p.align-center > strong')).toHaveText('红头文件')
  await expect(body(page).locator('[style]:not(table, col), span, [class^=Mso], script')).toHaveCount(0)
  await expect(body(page).getByRole('link')).toHaveText(['好链接'])
  await expect(page.getByText(/^有 1 张图片没有一起粘贴/)).toBeVisible()

  await test.step('toolbar, bold and links work by keyboard', async () => {
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Alt+F10')
    await page.keyboard.press('Home')
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: '加粗' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: '加粗' })).toHaveAttribute('aria-pressed', 'true')
    await expect(body(page)).toBeFocused()
    await page.keyboard.type('粗')
    await expect(body(page).locator('strong').last()).toHaveText('粗')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: '链接' })
    await expect(dialog.getByLabel('链接地址')).toBeFocused()
    await page.keyboard.type('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(/^不能使用 javascript: 链接/)).toBeVisible()
    await axe(page)
    await dialog.getByLabel('链接地址').fill('/list/notice')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(body(page)).toBeFocused()
    await expect(body(page).locator('a[href="/list/notice"]')).toHaveText('/list/notice')
  })

  await test.step('pasting 20 MB is refused with a message', async () => {
    await paste(page, '<p>长</p>', 2_000_000)
    await expect(page.getByText(/^粘贴的内容太长，没有粘贴/)).toBeVisible()
    await expect(body(page).getByRole('heading', { level: 2 })).toHaveText('一、总则')
  })

  await test.step('the editor is told what the server removed', async () => {
    const content = contentOf('恶意内容', '<p onclick="alert(1)">文字</p><script>alert(2)</script>')
    const { data } = await staffPost(page, '/poster/v1/create', { categoryId: 28, content })
    expect(data.cleaned).toEqual(expect.arrayContaining(['脚本', '事件代码']))
  })
})

test('blocks that the editor does not know stay unchanged after an edit', async ({ page }) => {
  await staffSignIn(page, demoStaff.editor)
  const picture = await publicPicture(page)
  const content = contentOf('旧站长文', oldSite(picture))
  const made = await staffPost(page, '/poster/v1/create', { categoryId: 28, content })
  const read = async () => (await staffGet(page, `/poster/v1/info?id=${made.data.id}`)).content
  const { bodyHtml } = await read()
  for (const part of ['<caption>', '<video ', '<tfoot>', '<figure class="align-center">'])
    expect(bodyHtml).toContain(part)

  await page.goto(`/console/posters/${made.data.id}`)
  await expect(body(page).locator('video')).toBeVisible()
  await expect(body(page).getByRole('group')).toHaveText([/^视频：原样保留/, /^表格：原样保留/])
  await axe(page)
  await expect(page.getByText(/^未保存/)).toHaveCount(0)
  await body(page).locator('p').first().click()
  await expect(page.getByText(/^未保存/)).toHaveCount(0)
  await page.keyboard.press('Home')
  await page.keyboard.type('新')
  await page.keyboard.press('Control+s')
  await saved(page)
  expect((await read()).bodyHtml).toBe(bodyHtml.replace('<p>开头', '<p>新开头'))

  await test.step('a table caption is edited in a dialog', async () => {
    await body(page).getByRole('cell', { name: '100 元' }).click()
    await page.getByRole('button', { name: '表格标题' }).click()
    const dialog = page.getByRole('dialog', { name: '表格标题' })
    await expect(dialog.getByLabel('标题')).toHaveValue('表一 收费')
    await axe(page)
    await dialog.getByLabel('标题').fill('表一 收费标准')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(body(page).locator('caption').first()).toHaveText('表一 收费标准')
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await read()).bodyHtml).toContain('<caption>表一 收费标准</caption>')
  })
})

test('documents are imported after their previews were edited', async ({ page }) => {
  const stamp = Date.now()
  const title = `旧站通知 ${stamp}`
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 240 } })
  await staffSignIn(page, demoStaff.editor)
  await page.getByRole('navigation').getByRole('link', { name: '批量导入' }).click()
  await axe(page)
  const buffer = zipSync({
    'old.md': Buffer.from(`---\ntitle: 原来的标题\ndate: 2024-05-06\n---\n\n正文。\n`),
    'article.html': Buffer.from(
      `<h1 id="activity-name">公众号文章 ${stamp}</h1><a id="js_name">某某药师协会</a><em id="publish_time">2024-05-07 09:00</em>` +
        '<div id="js_content"><p>点击上方蓝字关注我们</p><p>第一段文字。</p><p><img data-src="https://mmbiz.qpic.cn/1/640" src="article_files/640"></p><p>长按识别二维码关注我们</p></div>',
    ),
    'article_files/640': picture,
    'spare.md': Buffer.from(`# 不要的 ${stamp}\n正文`),
  })
  await page
    .getByLabel(/^上传 ZIP/)
    .setInputFiles({ name: '旧站.zip', mimeType: 'application/zip', buffer: Buffer.from(buffer) })
  await expect(page.getByText(/^旧站\.zip（/)).toBeVisible()
  await page.getByRole('button', { name: '开始预览' }).click()
  // A background worker reads the files, which takes time.
  await expect(page.getByText('请选栏目')).toHaveCount(3, { timeout: 60_000 })
  await axe(page)
  // Leave the import and return, then set a category and leave out one document.
  await page.getByRole('navigation').getByRole('link', { name: '批量导入' }).click()
  await page.getByRole('link', { name: '旧站.zip' }).first().click()
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await page.getByLabel('放进同一个栏目').click()
  await page.getByTitle('通知公告').click()
  const list = page.getByRole('region', { name: '逐条结果' })
  await expect(list.getByRole('row').filter({ hasText: '新建' })).toHaveCount(3)
  await page.getByRole('checkbox', { name: '选择 spare.md' }).check()
  await page.getByRole('button', { name: '不导入', exact: true }).click()
  const article = list.getByRole('row').filter({ hasText: 'article.html' })
  await expect(article).toContainText('会去掉引导关注、点赞或转发的内容 3 处')
  await article.getByRole('link', { name: '预览' }).click()
  await expect(page.getByRole('heading', { name: `公众号文章 ${stamp}`, level: 1 })).toBeVisible()
  await expect(page.getByText('第一段文字。')).toBeVisible()
  await expect(page.getByText('长按识别二维码关注我们')).toBeHidden()
  await axe(page)
  await page.getByRole('button', { name: '修改' }).click()
  await page.getByRole('button', { name: '保留它们' }).click()
  await expect(body(page)).toContainText('长按识别二维码关注我们')
  await axe(page)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('修改已保存')).toBeVisible()
  await page.getByRole('link', { name: '返回列表' }).click()
  await list.getByRole('link', { name: '原来的标题' }).click()
  await page.getByLabel('标题', { exact: false }).first().fill(title)
  await page.getByRole('button', { name: '保存并预览' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: '返回列表' }).click()
  await page.getByRole('button', { name: '导入为草稿' }).click()
  const ask = page.getByRole('dialog', { name: '导入 2 篇草稿？' })
  await axe(page)
  await ask.getByRole('button', { name: '导入为草稿' }).click()
  await expect(page.getByText('导入完成，新建 2 篇')).toBeVisible({ timeout: 60_000 })
  await axe(page)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: '编辑内容' })).toBeVisible()
  await expect(page.getByLabel('标题', { exact: false }).first()).toHaveValue(title)
})

/** A small sample of Word's clipboard. */
test('lists, alignment and pictures from Word are kept when pasted and when imported as a document', async ({
  page,
}) => {
  await staffSignIn(page, demoStaff.editor)
  await draft(page, '粘贴', '开头')
  await body(page).click()
  await page.keyboard.press('Control+a')
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 60 } })
  const mark = (level: number, text: string, words: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${text}<span>&nbsp;</span></span><![endif]>${words}</p>`
  const lists = `${mark(1, '一、', '甲')}${mark(2, 'a)', '乙')}${mark(3, '§', '丙')}${mark(1, '二、', '丁')}`
  const html = `<html xmlns:o="x"><p class=MsoTitle align=center style='text-align:center'>通知<o:p></o:p></p>${lists}<p class=MsoNormal>费用<s><del cite="a" datetime="2026-11-01">80</del></s><ins cite="a">120</ins>元<img width=80 src="file:///C:/clip_image001.png"></p><section><span>一段</span></section><section><span>又一段</span></section></html>`
  const rtf = `{\\rtf1{\\*\\shppict{\\pict\\pngblip\n${png.toString('hex')}}}{\\nonshppict{\\pict\\wmetafile8 00}}}`
  const text = body(page)
  await test.step('pasting takes the picture from the RTF part of the clipboard', async () => {
    await paste(page, html, 1, rtf)
    // Check this message first, because it disappears.
    await expect(page.getByText('已去掉修订中已删除的文字')).toBeVisible()
    await expect(text.locator('p.align-center')).toHaveText('通知')
    await expect(text.locator('ol.list-chinese > li > ol.list-lower-alpha > li > ul > li')).toHaveText('丙')
    await expect(text.locator('img[src^="/files/public/"]')).toBeVisible()
    await expect(text.getByText('费用120元')).toBeVisible()
    await expect(text.locator('p', { hasText: '一段' })).toHaveText(['一段', '又一段'])
    await axe(page)
  })
  await test.step('inserting a document takes the picture embedded in it', async () => {
    await page.keyboard.press('Control+End')
    await page.getByLabel('选择 Word 文档').setInputFiles({
      ...{ name: '文件.docx', mimeType: '' },
      buffer: Buffer.from(wordFile(png)),
    })
    await expect(text.locator('p.align-right')).toHaveText('落款')
    await expect(text.locator('img[src^="/files/public/"]')).toHaveCount(2)
    await page.getByLabel('选择 Word 文档').setInputFiles({
      ...{ name: '旧.doc', mimeType: '' },
      buffer: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    })
    await expect(page.getByText(/^这不是 Word 文档.*另存为 .docx$/)).toBeVisible()
  })
  await test.step('the saved item is unchanged when reopened', async () => {
    const before = await text.innerHTML()
    await page.keyboard.press('Control+s')
    await saved(page)
    await page.reload()
    await expect(text.locator('img[src^="/files/public/"]')).toHaveCount(2)
    await expect(text.locator('ol.list-chinese > li > ol.list-lower-alpha > li > ul > li')).toHaveText('丙')
    expect(await text.innerHTML()).toBe(before)
  })
})

/** Makes a Word document with a right-aligned line and a picture. */
function wordFile(png: Uint8Array): Uint8Array {
  const body =
    '<w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:t>落款</w:t></w:r></w:p><w:p><w:r><w:drawing><a:blip r:embed="rId1"/></w:drawing></w:r></w:p>'
  const rels = '<Relationships><Relationship Id="rId1" Target="media/image1.png"/></Relationships>'
  return zipSync({
    'word/document.xml': Buffer.from(`<w:document><w:body>${body}</w:body></w:document>`),
    'word/_rels/document.xml.rels': Buffer.from(rels),
    'word/media/image1.png': png,
  })
}

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
<h1><span lang=EN-US style='font-family:SimHei'>一、总则</span></h1>
<p class=MsoNormal align=center style='text-align:center;mso-line-height-rule:exactly'><b><span style='color:red'>红头文件</span></b><o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.</span><![endif]>第一项</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.</span>第二项</p>
<table class=MsoTableGrid border=1><tr><td colspan=2 style='border:solid'><p class=MsoNormal>合并</p></td></tr><tr><td>甲</td><td>乙</td></tr></table>
<p><a href="javascript:alert(1)" onclick="alert(2)">坏链接</a><a href="https://example.com/">好链接</a><img src="file:///C:/a.png"></p>
<script>alert(3)</script></body></html>`

/** Returns the public address of an uploaded picture. */
async function publicPicture(page: Page): Promise<string> {
  await page.goto('/console/posters/new?category=28')
  await insertPicture(page)
  return (await body(page).locator('img[src]').getAttribute('src')) ?? ''
}

/** A sample of everything that HTML cleaning allows. */
const oldSite = (picture: string) => `<p>开头。</p>
<p class="align-center"><img src="${picture}" width="300"></p><p>前<img src="${picture}">后</p>
<p><a href="https://example.com/"><img src="${picture}" alt="旧站"></a><u>下</u><s>删</s>H<sub>2</sub>O<br>行</p>
<table><caption>表一 收费</caption><thead><tr><th>项目</th><th class="align-center">金额</th></tr></thead>
<tbody><tr><td>年费</td><td class="align-center">100 元</td></tr><tr><td colspan="2"><p>一</p><p>二</p></td></tr></tbody></table>
<video src="${picture}" poster="${picture}"><track src="${picture}" label="中文"></video>
<table><caption><b>表二</b></caption><tbody><tr><td>甲</td></tr></tbody><tfoot><tr><td>合计</td></tr></tfoot></table>
<figure class="align-center"><img src="${picture}"><figcaption>说明<b>粗</b></figcaption></figure>
<ul><li>一<ul><li>二</li></ul></li></ul><ol start="3"><li>四</li></ol><pre>a
  b</pre><blockquote><p>引</p></blockquote><h2 id="chapter-1">第一章</h2><p id="article-1">第一条</p><hr><ul><li>尾</li></ul>`
