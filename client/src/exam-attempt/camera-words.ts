import type { CameraProblem } from './camera.ts'

/** What each failure of the camera check means (product §4 Exam). */
export const cameraTitles: Record<CameraProblem, string> = {
  none: '没有找到摄像头',
  refused: '摄像头没有获得授权',
  insecure: '当前页面不能使用摄像头',
  busy: '摄像头正被其他程序占用',
  'enumeration-failed': '无法读取本机的摄像头列表',
  failed: '摄像头打不开',
  lost: '摄像头已断开',
}

/** What helps at a desk when the camera fails (product §4 Exam). */
export const cameraHelp: Record<CameraProblem, string> = {
  none: '请接好摄像头：台式机检查 USB 插头，笔记本检查摄像头开关或遮挡片，然后点“重新检查”。',
  refused:
    '请点击浏览器地址栏左侧的图标，把“摄像头”改为“允许”；Windows 还需在“设置 › 隐私 › 摄像头”中允许浏览器使用，然后点“重新检查”。',
  insecure:
    '浏览器只允许安全连接（网址以 https:// 开头）使用摄像头。请核对网址，或换用新版 Chrome、Edge、360 浏览器（极速模式）打开。',
  busy: '请关闭微信、钉钉、腾讯会议等正在使用摄像头的程序或其他网页，然后点“重新检查”。',
  'enumeration-failed':
    '可能被安全软件拦截或浏览器异常。请关闭浏览器重新打开本页，或暂时允许安全软件的摄像头访问提示，然后点“重新检查”。',
  failed: '请拔下摄像头重新插好，或重启浏览器后点“重新检查”。',
  lost: '请重新接好摄像头，然后点“重新检查”。',
}
