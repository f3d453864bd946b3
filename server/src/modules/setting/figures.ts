import type { Settings } from '../../platform/settings.ts'

/** settings that are numbers */
type FigureKey = {
  [Key in keyof Settings]: Settings[Key] extends number ? Key : never
}[keyof Settings]

export interface Figure {
  key: FigureKey
  area: string
  title: string
  explained: string
  unit: string
  /** how many of the setting's own units make one `unit` */
  per: number
  /** in `unit`s */
  min: number
  max: number
  /** another figure of the same unit that it may not pass */
  bound?: { by: FigureKey; side: 'BELOW' | 'AT_MOST' | 'AT_LEAST' | 'ABOVE' }
}

/**
 * What the association or a regulator could set differently (product page, head), and how far. Not here: figures of a year, a
 * course and a reduction, which have desks of their own; how long things are kept, which is the retention desk's; and
 * what only protects the machine.
 */
export const figures: readonly Figure[] = [
  {
    key: 'order.lifeSeconds',
    area: '报名缴费',
    title: '未付订单的有效期',
    explained: '到期未付的订单自动关闭，收款码同时失效。只影响以后的订单；收款码最长两小时。',
    unit: '分钟',
    per: 60,
    min: 15,
    max: 120,
  },
  {
    key: 'order.refundDays',
    area: '报名缴费',
    title: '缴费后可申请退款的天数',
    explained: '超过后学员不能在线申请。支付渠道一年之内可以原路退回。',
    unit: '天',
    per: 1,
    min: 1,
    max: 365,
  },
  {
    key: 'login.failuresToChallenge',
    area: '登录安全',
    title: '输错几次后要求安全验证',
    explained: '学员连续输错这么多次之后，再登录须先完成安全验证。',
    unit: '次',
    per: 1,
    min: 0,
    max: 9,
    bound: { by: 'login.failuresToLock', side: 'BELOW' },
  },
  {
    key: 'login.failuresToLock',
    area: '登录安全',
    title: '输错几次后锁定账号',
    explained: '在锁定时长之内输错这么多次，账号锁定。学员、工作人员与用人单位相同。',
    unit: '次',
    per: 1,
    min: 3,
    max: 10,
    bound: { by: 'login.failuresToChallenge', side: 'ABOVE' },
  },
  {
    key: 'login.windowSeconds',
    area: '登录安全',
    title: '锁定时长',
    explained: '输错的次数在这段时间内累计，锁定也持续这么久。学员、工作人员与用人单位相同。',
    unit: '分钟',
    per: 60,
    min: 5,
    max: 120,
  },
  {
    key: 'study.presenceMinSeconds',
    area: '在线学习',
    title: '在场确认的最短间隔',
    explained: '学习满这么久之后，由服务器随机选定下一次在场确认的时刻。从下一次确认起生效。',
    unit: '分钟',
    per: 60,
    min: 5,
    max: 60,
    bound: { by: 'study.presenceMaxSeconds', side: 'AT_MOST' },
  },
  {
    key: 'study.presenceMaxSeconds',
    area: '在线学习',
    title: '在场确认的最长间隔',
    explained: '最迟学习满这么久，就会出现在场确认。从下一次确认起生效。',
    unit: '分钟',
    per: 60,
    min: 5,
    max: 60,
    bound: { by: 'study.presenceMinSeconds', side: 'AT_LEAST' },
  },
  {
    key: 'study.presenceAnswerSeconds',
    area: '在线学习',
    title: '在场确认的答复时间',
    explained: '超过没有确认，播放暂停；已计入的不受影响。',
    unit: '秒',
    per: 1,
    min: 30,
    max: 300,
  },
  {
    key: 'study.donePerMille',
    area: '在线学习',
    title: '看完一个课时须达到的比例',
    explained: '看过的部分达到这个比例，课时完成。已完成的课时不受影响。',
    unit: '%',
    per: 10,
    min: 80,
    max: 100,
  },
  {
    key: 'study.readingIdleSeconds',
    area: '在线学习',
    title: '无操作多久后暂停阅读计时',
    explained: '读文章时这么久没有滚动、按键或触摸，计时暂停。',
    unit: '秒',
    per: 1,
    min: 30,
    max: 600,
  },
  {
    key: 'exam.consentsPerDay',
    area: '考试',
    title: '一天内可更改核验方式的次数',
    explained: '每名学员每门考试每天最多选择这么多次，第一次选择计入；超过的次日再改。',
    unit: '次',
    per: 1,
    min: 5,
    max: 100,
  },
  {
    key: 'exam.rehearsalsPerDay',
    area: '考试',
    title: '一天内可保存的考前自检次数',
    explained: '超过后自检照常可做，结果当天不再保存。',
    unit: '次',
    per: 1,
    min: 5,
    max: 200,
  },
  {
    key: 'privacy.closingDays',
    area: '个人信息',
    title: '注销账号的冷静期',
    explained: '申请注销后，在这些天内登录可以撤回。只影响以后的申请。',
    unit: '天',
    per: 1,
    min: 1,
    max: 15,
  },
  {
    key: 'privacy.closingsPerDay',
    area: '个人信息',
    title: '24 小时内可申请注销的次数',
    explained: '每名学员最多申请注销这么多次；撤回申请不受限制。',
    unit: '次',
    per: 1,
    min: 1,
    max: 20,
  },
  {
    key: 'privacy.exportsPerDay',
    area: '个人信息',
    title: '24 小时内可申请的信息副本份数',
    explained: '每名学员最多申请这么多份本人信息的副本。',
    unit: '份',
    per: 1,
    min: 1,
    max: 20,
  },
  {
    key: 'privacy.correctionsPerDay',
    area: '个人信息',
    title: '24 小时内可申请的更正次数',
    explained: '每名学员最多申请更正这么多次，无论结果如何。',
    unit: '次',
    per: 1,
    min: 1,
    max: 50,
  },
  {
    key: 'message.outsidePerDay',
    area: '消息',
    title: '每天发给一名学员的邮件或短信条数',
    explained: '每种方式各自计算；超过的第二天再发，站内消息不受影响。',
    unit: '条',
    per: 1,
    min: 1,
    max: 100,
  },
  {
    key: 'message.codesPerDay',
    area: '消息',
    title: '24 小时内可获取的邮箱验证码个数',
    explained: '每名学员与每个邮箱地址各自计算，没有送达的也计入。',
    unit: '个',
    per: 1,
    min: 1,
    max: 20,
  },
  {
    key: 'message.smsConsentsPerDay',
    area: '消息',
    title: '24 小时内可开启短信接收的次数',
    explained: '每名学员最多开启这么多次；关闭不受限制。',
    unit: '次',
    per: 1,
    min: 1,
    max: 50,
  },
  {
    key: 'organisation.mostNamed',
    area: '用人单位',
    title: '一个单位每年度可列入名单的人数',
    explained: '名单中超过的行在试运行时拒绝；已在名单上的不受影响。',
    unit: '人',
    per: 1,
    min: 100,
    max: 5000,
  },
  {
    key: 'file.uploadsPerHour',
    area: '上传',
    title: '一名学员每小时可上传的文件数',
    explained: '头像、佐证材料与考试抓拍合计。',
    unit: '个',
    per: 1,
    min: 20,
    max: 600,
  },
]
