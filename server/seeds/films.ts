import type { CourseSeed, SlideSeed } from './course-seed.ts'

/** The files of a film are posters/<file>.mp4 and .vtt. */
export interface FilmSeed {
  file: string
  title: string
  theme: CourseSeed['theme']
  slides: SlideSeed[]
}

function film(
  file: string,
  theme: CourseSeed['theme'],
  title: string,
  ...slides: [heading: string, lines: string[], narration: string][]
): FilmSeed {
  const named = slides.map(([heading, lines, narration]) => ({ heading, lines, narration }))
  return { file, theme, title, slides: named }
}

export const filmSeeds: FilmSeed[] = [
  film(
    'technologyVideo/eye-drops',
    'dispensing',
    '一分钟学会正确滴眼药水',
    ['三个常见错误', ['瓶口碰到眼睛', '一次滴好几滴', '滴完马上眨眼'], '滴眼药水，别让瓶口碰到眼睛，一次一滴就够。'],
    [
      '做对四步',
      ['洗手', '拉下眼睑', '悬空滴一滴', '轻按内眼角'],
      '洗净双手，拉下眼睑，悬空滴入，闭眼轻按内眼角一到两分钟。',
    ],
  ),
  film(
    'technologyVideo/inhaler',
    'chronic',
    '吸入剂使用要点',
    ['手口配合', ['摇匀', '先呼气', '按压同时慢吸'], '摇匀以后先呼气，按压的同时缓慢深吸。'],
    ['吸完以后', ['屏气十秒', '含激素的要漱口'], '屏住呼吸十秒钟，含激素的吸入剂，用完记得漱口。'],
  ),
  film(
    'technologyVideo/insulin',
    'chronic',
    '胰岛素笔的日常使用',
    ['注射', ['一次一针头', '部位要轮换', '停留十秒再拔'], '每次更换针头，轮换部位，推完停留十秒再拔出。'],
    ['保存', ['未开封放冷藏', '不能冷冻', '使用中的放室温'], '没开封的放冰箱冷藏，不能冷冻，正在用的放在室温。'],
  ),
  film(
    'technologyVideo/pill-box',
    'safety',
    '用药清单帮大忙',
    ['写什么', ['药名和用途', '每次多少', '什么时候吃'], '把药名、用途、用量和时间写在一张清单上。'],
    ['什么时候用', ['看病时带着', '买药时出示'], '看病买药时带上它，药师能帮您发现重复和冲突。'],
  ),
  film(
    'technologyVideo/tcm-safety',
    'tcm',
    '中药也要看配伍和疗程',
    ['对症才有效', ['用量听医师的', '疗程不自作主张'], '中药有偏性，对症才有效，不要长期自行服用。'],
    ['出现不适', ['皮疹恶心要停用', '尿色加深快就医'], '出现皮疹、恶心、尿色加深，先停药，再就医。'],
  ),
  film(
    'technologyVideo/read-leaflet',
    'dispensing',
    '药品说明书先看哪几项',
    ['五项必看', ['适应症', '用法用量', '禁忌', '注意事项', '有效期'], '拿到药，先看适应症、用法用量和禁忌。'],
    ['看不懂就问', ['饭前还是饭后', '和别的药冲不冲突'], '再看注意事项和有效期，看不懂的地方，问药师。'],
  ),
  film(
    'lawVideo/law-prescription',
    'law',
    '没有处方，为什么不能卖处方药',
    ['安全的第一道关', ['医师开具', '药师审核'], '处方药要在医师指导下使用，由药师审核后调配。'],
    ['也是法律要求', ['保护患者', '保护药师'], '凭处方销售，既保护患者，也保护药师自己。'],
  ),
  film(
    'lawVideo/law-fake-inferior',
    'law',
    '假药与劣药怎么分',
    ['假药', ['成分不符', '冒充药品', '已经变质'], '成分不符、冒充药品或者变质的，是假药。'],
    ['劣药', ['含量不符', '被污染', '超过有效期'], '含量不符、被污染或者过期的，是劣药，发现要停售报告。'],
  ),
  film(
    'lawVideo/law-vaccine',
    'coldchain',
    '疫苗为什么不能网上买',
    ['全程冷链', ['出厂到接种', '温度不断链'], '疫苗从出厂到接种，全程冷链，全程追溯。'],
    ['去哪里接种', ['规范的接种单位', '不在网上购买'], '它不能在网上销售，请到规范的接种单位接种。'],
  ),
  film(
    'lawVideo/law-privacy',
    'ethics',
    '顾客的用药信息是隐私',
    ['敏感个人信息', ['处方', '病情', '用药记录'], '处方、病情和用药记录，都是敏感个人信息。'],
    ['怎么做', ['只为服务所用', '不拍照传播'], '只为服务所必需而用，不查看、不拍照、不传播。'],
  ),
  film(
    'lawVideo/law-complaint',
    'law',
    '遇到药品纠纷先做三件事',
    ['先保全', ['封存同批药品', '保留购销票据'], '接到投诉，先封存同批药品，保留购销票据。'],
    ['再说明', ['如实告知渠道', '协助就医报告'], '如实告知购进渠道，协助就医，并报告不良反应。'],
  ),
  film(
    'lawVideo/law-continuing-education',
    'ethics',
    '继续教育是权利也是义务',
    ['权利', ['单位保障时间', '保障学习待遇'], '参加继续教育是药师的权利，单位应当保障时间。'],
    ['义务', ['按年度完成学时', '代学代考无效'], '按年度完成学时是义务，代学代考的学时无效。'],
  ),
]
