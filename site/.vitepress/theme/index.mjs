import theme from 'vitepress/theme';
import CheckDraw from '../../check-draw.vue';

export default {
  extends: theme,
  enhanceApp: ({ app }) => app.component('CheckDraw', CheckDraw),
};
