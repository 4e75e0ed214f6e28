/** The specified labels of the volunteers' forms. */
export const volunteerLabels = {
  name: 'Full Name *',
  phone: 'Phone Number *',
  email: 'Email Address (Optional)',
};
