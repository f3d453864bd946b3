import { axe, narrow } from './axe.ts'
import { newcomer, register, thisYear } from './people.ts'
import { chooseElectives, order } from './sign-up.ts'
import { demoStaff, staffSignIn } from './staff.ts'
import { expect, test } from './test.ts'

const year = thisYear
/** The company name and tax number have valid formats but belong to nobody. */
const company = { title: '江州示例大药房有限公司', taxNo: '91330100MA0000001F' }

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

/** Builds the XML of a tax invoice for the price of a paid order. */
const taxXml = (name: string, { title, taxNo }: typeof company) => ({
  name: `${name}.xml`,
  mimeType: 'text/xml',
  buffer: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><EInvoice><Header><EIid>${number(name)}</EIid></Header><EInvoiceData><SellerInformation><SellerName>演示协会</SellerName></SellerInformation><BuyerInformation><BuyerIdNum>${taxNo}</BuyerIdNum><BuyerName>${title}</BuyerName></BuyerInformation><BasicInformation><TotalTax-includedAmount>120.00</TotalTax-includedAmount></BasicInformation></EInvoiceData><TaxSupervisionInfo><InvoiceNumber>${number(name)}</InvoiceNumber><IssueTime>${today()}</IssueTime></TaxSupervisionInfo></EInvoice>`,
  ),
})
const number = (name: string) => `26${String(Date.now()).padStart(17, '0')}${name}`

test('a student applies for an invoice of a paid order, gets a message and downloads it', async ({ page, visitor }) => {
  await register(page, newcomer('何清远'), `/system/sign?year=${year}`)
  let applyNo = ''

  await test.step('the student pays and applies for an invoice', async () => {
    await chooseElectives(page, 4)
    await order(page)
    const link = page.getByRole('link', { name: '在本机打开演示收银台' })
    const opened = page.waitForEvent('popup')
    await link.click()
    const cashier = await opened
    await cashier.getByRole('button', { name: '支付成功' }).click()
    await expect(cashier.getByRole('heading', { name: '支付成功' })).toBeVisible()
    // While this page is in the background, animations pause, so its dialogs never finish opening.
    await cashier.close()
    await expect(page.getByRole('dialog', { name: '支付成功' })).toBeVisible()
    await page.goto('/system/orders')
    await page.getByRole('link', { name: /^申请发票/ }).click()
    await page.getByText('企业', { exact: true }).click()
    await expect(page.getByLabel('发票抬头')).toHaveValue('')
    await page.getByText('个人', { exact: true }).click()
    await expect(page.getByLabel('发票抬头')).toHaveValue('何清远')
    await page.getByText('企业', { exact: true }).click()
    await page.getByLabel('发票抬头').fill(company.title)
    await page.getByLabel('统一社会信用代码').fill('91330100MA0000001A')
    await page.getByLabel('邮箱').fill('finance@example.com')
    await page.getByRole('button', { name: '提交申请' }).click()
    await expect(page.getByText('不正确，请核对 18 位代码')).toBeVisible()
    await axe(page)
    await page.getByLabel('统一社会信用代码').fill(company.taxNo)
    await page.getByRole('button', { name: '提交申请' }).click()
    await expect(page.getByText('待开票')).toBeVisible()
    applyNo = (await page.getByText(/^FP\d{14}$/).textContent()) ?? ''
  })

  await test.step('finance staff upload two files, and one matches the application', async () => {
    await staffSignIn(visitor, demoStaff.finance, '/console/invoices/issue')
    // The file names tell nothing; only the content of the first file matches an application.
    const files = [taxXml('1', company), taxXml('2', { title: '别家药房', taxNo: '' })]
    await visitor.locator('input[type=file]').setInputFiles(files)
    await visitor.getByRole('button', { name: '核对并开具 2 个文件' }).click()
    await expect(visitor.getByText('2 个文件，1 个已开票或已登记，1 个待处理。')).toBeVisible()
    await expect(visitor.getByText('没有对应的待开申请')).toBeVisible()
    await axe(visitor)
    await visitor.getByRole('link', { name: applyNo }).click()
    await visitor.getByRole('button', { name: '登记红冲…' }).click()
    await expect(visitor.getByRole('dialog', { name: '登记红冲' })).toBeVisible()
    await axe(visitor)
  })

  await test.step('the student is notified, downloads the invoice and may request a change', async () => {
    await page.setViewportSize(narrow)
    await page.goto('/system/messages')
    await expect(page.getByRole('link', { name: /消息.*条未读/ }).first()).toBeVisible()
    await page.getByText('未读', { exact: true }).first().click()
    // A message opened by keyboard loses its button, so Tab continues from the next message.
    const told = page.getByRole('link', { name: '查看：发票已开具' })
    const mark = page.getByRole('button', { name: /^标为已读：(?!发票)/ })
    await mark.press('Enter')
    await expect(page.getByRole('listitem').filter({ has: told })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(told).toBeFocused()
    await told.click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: '下载发票' }).click()
    expect((await download).suggestedFilename()).toMatch(/^电子发票_\d{20}\.xml$/)
    await page.getByRole('button', { name: '申请换开' }).click()
    await expect(page.getByRole('dialog', { name: '申请换开发票' })).toBeVisible()
    await axe(page)
  })

  await test.step('finance staff reverse the invoice by mistake, and the student applies again', async () => {
    const dialog = visitor.getByRole('dialog', { name: '登记红冲' })
    await dialog.getByLabel('红字发票号码').fill(`26${applyNo.slice(2)}`)
    await dialog.getByRole('textbox', { name: '原因' }).fill('开错了抬头')
    await dialog.getByRole('button', { name: '确认已红冲' }).click()
    await expect(visitor.getByText('已登记红冲')).toBeVisible()
    await page.reload()
    await expect(page.getByText('需要发票时可以重新申请')).toBeVisible()
    await page.getByRole('link', { name: '重新申请' }).click()
    await expect(page.getByLabel('发票抬头')).toHaveValue(company.title)
    await page.getByRole('button', { name: '提交申请' }).click()
    await expect(page.getByText('待开票')).toBeVisible()
    // The reversed invoice links to the red invoice that reversed it.
    await page.goBack()
    await page.getByRole('link', { name: '查看新的申请' }).click()
    await expect(page.getByText('待开票')).toBeVisible()
  })
})
