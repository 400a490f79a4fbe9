// What is wrong with the page as it is laid out now: sentences, none if all is well.
// asked: width of the screen, and whether keys must keep the size and distance of fingers.
(asked) => {
  const CONTROLS = 'a[href], button, summary, select, textarea, input:not([type="hidden"]), label.pick';
  const KEYS = '.key, .panel, .card';
  const page = document.scrollingElement;
  const wrong = [];
  const called = (part) => part.id ? `#${part.id}` : `${part.localName}.${part.className} "${part.textContent.trim().slice(0, 30)}"`;
  const round = (number) => Math.round(number * 10) / 10;
  const box = (part) => {
    const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
    return { left: left + scrollX, right: right + scrollX, top: top + scrollY, bottom: bottom + scrollY, width, height };
  };
  const shown = (part) => {
    const { width, height } = part.getBoundingClientRect();
    return width > 1 && height > 1 && part.checkVisibility({ visibilityProperty: true }) && !part.closest('.vh, .skip, .lbl');
  };

  if (innerWidth > asked.width || page.scrollWidth > innerWidth) {
    const widest = [...document.body.querySelectorAll('*')].filter((part) => shown(part) && box(part).right > asked.width + 0.5);
    const deepest = widest.filter((part) => !widest.some((other) => other !== part && part.contains(other)));
    wrong.push(`scrolls sideways, ${Math.max(innerWidth, page.scrollWidth)} wide: ${deepest.slice(0, 3).map(called).join(', ')}`);
  }

  const controls = [...document.querySelectorAll(CONTROLS)].filter((part) => shown(part) && !part.matches('.pick input'));
  for (const part of controls) {
    const at = box(part);
    if (at.left < -0.5 || at.right > innerWidth + 0.5) wrong.push(`${called(part)} stands out sideways: ${round(at.left)} to ${round(at.right)}`);
    if (at.top < -0.5 || at.bottom > page.scrollHeight + 0.5) wrong.push(`${called(part)} cannot be scrolled to`);
    part.scrollIntoView({ block: 'center', behavior: 'instant' });
    const here = part.getBoundingClientRect();
    const hit = document.elementFromPoint(here.left + here.width / 2, here.top + here.height / 2);
    if (!hit || !(part.contains(hit) || hit.contains(part) && hit.matches('label') || hit.closest('label')?.control === part)) {
      wrong.push(`${called(part)} is covered by ${hit ? called(hit) : 'nothing'}`);
    }
  }
  scrollTo(0, 0);

  // Text stays inside what can be tapped.
  for (const part of controls) {
    const at = part.getBoundingClientRect();
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (!text.data.trim() || !shown(parent) || parent.closest('.cut, .clamp, option')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects()) {
        if (line.left < at.left - 1 || line.right > at.right + 1 || line.top < at.top - 1 || line.bottom > at.bottom + 1) {
          wrong.push(`"${text.data.trim()}" does not fit into ${called(part)}`);
          break;
        }
      }
    }
  }

  if (!asked.fingers) return wrong;
  const keys = controls.filter((part) => part.matches(KEYS) || part.querySelector(':scope > :is(.key, .card)'));
  for (const part of controls) {
    const height = box(part).height;
    const least = keys.includes(part) ? 48 : part.matches('input[type="checkbox"]') ? 24 : 44;
    const label = part.labels?.[0]?.getBoundingClientRect().height ?? 0;
    if (Math.max(height, label) < least - 0.1) wrong.push(`${called(part)} is ${round(height)} high, not ${least}`);
  }
  const floats = (part) => Boolean(part) && (getComputedStyle(part).position === 'fixed' || floats(part.parentElement));
  const boxes = keys.map(box);
  for (let one = 0; one < keys.length; one += 1) {
    for (let two = one + 1; two < keys.length; two += 1) {
      if (keys[one].contains(keys[two]) || keys[two].contains(keys[one])) continue;
      if (floats(keys[one]) !== floats(keys[two])) continue;
      const [a, b] = [boxes[one], boxes[two]];
      const apart = Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
      if (apart < 7.9) wrong.push(`${called(keys[one])} and ${called(keys[two])} are ${round(apart)} apart`);
    }
  }
  return wrong;
}
