const TABLE = `
处方 chu3fang1    处理 chu3li3      处置 chu3zhi4     处罚 chu3fa2      处于 chu3yu2
调配 tiao2pei4    调剂 tiao2ji4     调整 tiao2zheng3  配伍 pei4wu3      炮制 pao2zhi4
反应 fan3ying4    应用 ying4yong4   应急 ying4ji2     供应 gong1ying4   相应 xiang1ying4
接种 jie1zhong4   中毒 zhong4du2    测量 ce4liang2    称量 cheng1liang2 量具 liang2ju4
成分 cheng2fen4   充分 chong1fen4   差错 cha1cuo4     误差 wu4cha1      适宜 shi4yi2
适应症 shi4ying4zheng4              利巴韦林 li4ba1wei2lin2             地西泮 di4xi1pan4
西洋参 xi1yang2shen1                车前子 che1qian2zi3                 附子 fu4zi3
恶心 e3xin1       哮喘 xiao4chuan3  干咳 gan1ke2      跌倒 die1dao3     意识 yi4shi2
嚼服 jiao2fu2     嚼碎 jiao2sui4    噻嗪 sai1qin2     地平 di4ping2     地黄 di4huang2
薄荷 bo4he5       重复 chong2fu4    重新 chong2xin1   更改 geng1gai3    更正 geng1zheng4
要求 yao1qiu2     不得 bu4de2       不要 bu2yao4      给予 ji3yu3       给付 ji3fu4
尽快 jin3kuai4    尽早 jin3zao3     就地 jiu4di4      地方 di4fang1     目的 mu4di4
标识 biao1shi2    相似 xiang1si4    分为 fen1wei2     行为 xing2wei2    为主 wei2zhu3
家长 jia1zhang3   服务 fu2wu4       成绩 cheng2ji4    个人 ge4ren2      清楚 qing1chu5
信息 xin4xi1      一般 yi4ban1      一起 yi4qi3       一天 yi4tian1     一次 yi2ci4
一旦 yi2dan4      一致 yi2zhi4
`

/** Words with a fixed reading, because the voice cannot choose between several readings of a character. */
export const WORD_READINGS: [word: string, pinyin: string][] = [...TABLE.matchAll(/(\p{Script=Han}+) (\w+)/gu)].map(
  ([, word = '', pinyin = '']) => [word, pinyin],
)
