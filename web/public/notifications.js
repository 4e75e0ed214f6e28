// A service worker only for notifications, because Android's browsers show them for service workers alone.
// Its page creates them.
self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const show = (pages) => pages.find(({ url }) => url === notification.data)?.focus();
  event.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(show));
});
