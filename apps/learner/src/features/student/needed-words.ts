/** What fields of a student's own account say when they are empty. */
export const neededWords = {
  account: '请输入手机号或证件号',
  phone: '请输入手机号',
  password: '请输入登录密码',
  oldPassword: '请输入原密码',
} as const
export const accountLabel = '手机号或证件号'
export const avatarWords = { choose: '选择头像图片', progress: '头像上传进度' } as const
