export { default as antdLocale } from 'antd/es/locale/en_GB'
