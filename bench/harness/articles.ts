/** Pharmacy terms. The first twenty occur in nearly every text. */
const words =
  '药品 执业药师 管理 规定 应当 药店 患者 用药 处方 注册 继续教育 学时 监督 质量 安全 药学服务 经营 审核 处方药 说明书 不良反应 储存 温度 冷链 疫苗 中药饮片 煎煮 抗菌药物 高血压 糖尿病 胰岛素 剂量 禁忌 相互作用 老年人 儿童 孕妇 肝功能 肾功能 过敏 召回 追溯 进货查验 验收 养护 阴凉 避光 近效期 麻醉药品 精神药品 含特殊药品复方制剂 实名登记 药品管理法 药品经营质量管理规范 行政处罚 警告 罚款 吊销 许可证 责令改正 复议 诉讼 通知 会议 培训 报名 考试 证书 延续 变更 注销 公示 名单 协会 会员 零售 连锁 门店 指导 沟通 随访 依从性 血药浓度 半衰期 生物利用度 晶型 辅料 缓释 肠溶 吸入剂 滴眼液 透皮贴剂 栓剂'.split(
    ' ',
  )
const joints = ['的', '和', '在', '对', '与', '及', '，', '，', '。', '；', '：', '为', '由', '按照', '不得']

export function createSeededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

export interface BenchArticle {
  title: string
  summary: string
  bodyHtml: string
}

export const rareWord = '鱼腥草注射液'

/** Generates a text of 200 to 5000 characters. */
export function generateArticle(random: () => number, no: number): BenchArticle {
  const topic = Array.from({ length: 8 }, () => pick(random, words.slice(common)))
  const own = [...words.slice(0, common), ...topic, ...(no % 300 === 7 ? [rareWord] : [])]
  const length = Math.round(200 + 4800 * random() ** 3)
  let body = ''
  while (body.length < length) body += `<p>${sentence(random, own, 120)}</p>`
  return {
    title: `${sentence(random, own, 16)}（${no}）`,
    summary: sentence(random, own, 60),
    bodyHtml: body,
  }
}

const common = 20

function sentence(random: () => number, own: string[], length: number): string {
  let text = ''
  while (text.length < length) {
    text += pick(random, own) + pick(random, joints)
    if (random() < 0.15) text += String.fromCodePoint(0x4e00 + Math.floor(20_000 * random()))
  }
  return text
}

function pick(random: () => number, from: string[]): string {
  return from[Math.floor(from.length * random())] ?? ''
}
