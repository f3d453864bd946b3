import { randomUUID } from 'node:crypto'
import { encodeQR } from 'qr'
import sharp from 'sharp'
import { saveFriendlink } from '../../src/modules/content/first_page/service/friendlinks.ts'
import {
  loadEditableSiteConstants,
  type SiteInfoConstants,
  saveSiteConstants,
} from '../../src/modules/content/first_page/service/site.ts'
import { publishInitialLegalText } from '../../src/modules/content/first_page/service/texts.ts'
import { addContentFile } from '../../src/modules/file/service/content.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { releaseClock, setClock } from './clock.ts'
import { startOfYear } from './plans.ts'
import { addDemoSwipers } from './swipers.ts'

/** Site info of a fictional association (docs/rules/content.md#site). */
const site: Omit<SiteInfoConstants, 'qrImages'> = {
  title: '江南省执业药师继续教育平台',
  organizer: '江南省药品零售行业协会',
  address: '江南省江州市示例大道 100 号药师之家 6 层',
  email: 'service@example.com',
  phone: '0571-0000 0000',
  recordNumber: '示例ICP备2026000001号',
  policeRecordNumber: '示例公网安备33000002000001号',
  wechatNumber: 'jiangnan-yaoshi',
  techSupport: '江南省药品零售行业协会信息部',
}

const texts = {
  AGREEMENT: [
    '一、本平台由江南省药品零售行业协会主办，为本省执业药师提供年度继续教育服务。注册即表示您是执业药师本人，并保证所填姓名、证件号和资格证书编号真实、准确。',
    '二、账号仅限本人使用。请妥善保管密码，不要将账号交给他人代学、代考；由他人代学、代考取得的学时将被撤销。',
    '三、学时以平台服务器记录为准。请按要求完成视频学习、课程评价和考试；使用程序模拟学习或干扰计时的，相应学时不予认定。',
    '四、报名缴费后，在尚未取得任何学时之前可以联系协会申请退费；已取得学时的，不再退费。',
    '五、学时达到年度要求后，平台自动出具学时证明，任何人都可以通过证明上的二维码或核验编号查验真伪。发现学时有误的，协会有权更正并撤销原证明。',
    '六、平台因维护或故障暂时不能使用时，已保存的学习进度和答案不会丢失；由此影响学习或考试的，协会将相应顺延。',
  ],
  PRIVACY: [
    '一、我们收集您的姓名、证件类型和号码、手机号、资格证书编号和执业单位，用于确认执业药师身份、记录学时和出具证明。这些信息不会用于其他用途。',
    '二、考试时的抓拍照片属于敏感个人信息，仅在您单独同意后采集，仅由协会审核人员查看，默认保存 180 天后自动删除。您可以不同意，改用人工核验。',
    '三、证件号、手机号在页面上以掩码显示；公开的证明核验页只显示掩码后的姓名和证件号。',
    '四、我们采用加密传输和加密存储口令等措施保护您的信息，并保存不少于 180 天的安全日志。',
    '五、您可以在“我的信息”中查看个人信息，修改联系方式、执业单位等；在“个人信息与隐私”中下载个人信息副本、申请更正姓名、证件号和资格证书编号（由工作人员核实后更正）、撤回同意、注销账号。依法需要保存的学时、证明和订单记录不会因注销而删除。',
  ],
}

const friendlinks = [
  ['国家药品监督管理局', 'https://www.nmpa.gov.cn/'],
  ['国家卫生健康委员会', 'https://www.nhc.gov.cn/'],
  ['国家医疗保障局', 'https://www.nhsa.gov.cn/'],
  ['国家中医药管理局', 'http://www.natcm.gov.cn/'],
  ['国家药典委员会', 'https://www.chp.org.cn/'],
  ['国家药监局药品审评中心', 'https://www.cde.org.cn/'],
  ['国家药监局执业药师资格认证中心', 'http://www.cqlp.org/'],
  ['中国药师协会', 'http://www.clponline.cn/'],
] as const

export async function setUpDemoSite(
  deps: Deps,
  year: number,
  other: Partial<Pick<SiteInfoConstants, 'title' | 'organizer'>> = {},
): Promise<void> {
  const code = encodeQR(`https://example.com/${site.wechatNumber}`, 'gif', { scale: 10 })
  const fileId = await addContentFile(deps, {
    purpose: 'COVER',
    name: 'wechat.png',
    mime: 'image/png',
    content: await sharp(code).png().toBuffer(),
  })
  const qrImages = [{ title: '协会公众号（示例）', fileId }]
  const { version: blank } = await loadEditableSiteConstants(deps)
  await saveSiteConstants(deps, systemAuthor, { ...site, ...other, qrImages, version: blank })
  const since = year - 4
  await setClock(deps.db, startOfYear(since))
  for (const kind of ['AGREEMENT', 'PRIVACY'] as const)
    await publishInitialLegalText(deps, { kind, version: `${since}-01`, paragraphs: texts[kind] })
  await releaseClock(deps.db)
  await addDemoSwipers(deps, systemAuthor)
  for (const [title, redirectUrl] of friendlinks)
    await saveFriendlink(deps, systemAuthor, {
      id: null,
      key: randomUUID(),
      title,
      redirectUrl,
      visible: true,
    })
}
