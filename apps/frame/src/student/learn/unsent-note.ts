/** A lesson has ended while its last beats find no way to the server. */
export const unsentNote = {
  title: '网络已断开',
  text: '最后一段学习记录已存在本机，联网后自动上报。',
} as const
