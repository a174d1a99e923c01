import '../../src/app/theme.css'
