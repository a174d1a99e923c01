import '../../src/dashboard/app/theme.css'
