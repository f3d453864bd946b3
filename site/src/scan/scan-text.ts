export const scannerText = {
  OPENING: '正在打开摄像头；如浏览器询问，请点“允许”。',
  LOOKING: '请把证明上的二维码放在画面中间，尽量占满画面。图像只在本机识别，不会上传。',
  READING: '正在识别图片…',
  NO_CODE: '图片里没有认出二维码。请换一张清楚、端正的图片；PDF 文件请先截图。',
} as const
