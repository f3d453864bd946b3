export const offlineText = {
  offline: '没有网络',
  unreachable: '暂时连接不上服务器',
  kept: '已保存的内容不会丢失。请检查网络后重试。',
} as const
