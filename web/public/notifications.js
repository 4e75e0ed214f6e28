// Android's browsers show notifications for service workers alone. This one does nothing else; its page says what to show.
self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const show = (pages) => pages.find(({ url }) => url === notification.data)?.focus();
  event.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(show));
});
